// What the page does beyond being read: values under pointer and focus, strategies picked out or hidden in all charts at
// once, tables sorted and filtered, linear axes. Everything it touches is there and readable without it.
"use strict";
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const make = (name, attributes = {}, text = "") => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };
  document.documentElement.classList.add("js");

  // Values of marks.
  const tip = make("div", { class: "tip", role: "status" });
  tip.hidden = true;
  document.body.append(tip);
  const show = (mark, x, y) => {
    tip.textContent = mark.dataset.t;
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    const room = document.documentElement.clientWidth;
    tip.style.left = Math.max(4, Math.min(x + 14, room - box.width - 4)) + "px";
    tip.style.top = (y - box.height - 12 < 4 ? y + 18 : y - box.height - 12) + "px";
  };
  const hide = () => { tip.hidden = true; };
  const showAt = (mark) => {
    const box = mark.getBoundingClientRect();
    show(mark, box.left + box.width / 2, box.top);
  };
  for (const chart of all(".chart")) {
    chart.addEventListener("pointermove", (event) => {
      const mark = event.target.closest("[data-t]");
      if (mark) show(mark, event.clientX, event.clientY); else hide();
    });
    chart.addEventListener("pointerleave", hide);
  }
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") { hide(); pick(null); } });

  // One stop of the Tab key for each group of marks; arrows go from mark to mark inside it.
  const marksOf = (group) => (group.dataset.t ? [group] : all("[data-t]", group));
  for (const svg of all(".chart svg")) {
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", svg.querySelector("title").textContent);
    // The browser's own tooltip would cover ours.
    svg.querySelector("title").remove();
    for (const group of all("[data-s]", svg)) {
      const marks = marksOf(group);
      if (marks.length === 0) continue;
      let at = 0;
      const say = () => {
        group.setAttribute("aria-label", marks[at].dataset.t);
        all(".here", svg).forEach((mark) => mark.classList.remove("here"));
        marks[at].classList.add("here");
        showAt(marks[at]);
      };
      group.setAttribute("tabindex", "0");
      group.setAttribute("role", "img");
      group.setAttribute("aria-label", marks[0].dataset.t);
      group.addEventListener("focus", say);
      group.addEventListener("blur", () => { marks[at].classList.remove("here"); hide(); });
      group.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (step) {
          at = (at + step + marks.length) % marks.length;
          say();
        } else if (event.key === "Enter" || event.key === " ") {
          pick(group.dataset.s);
        } else {
          return;
        }
        event.preventDefault();
      });
    }
  }

  // Strategies: picked out by a click on their name or on any mark, shown or not by their box.
  let picked = null;
  const hidden = new Set();
  const named = new Map();
  for (const row of all("tbody tr")) {
    const head = row.querySelector("th");
    if (head && row.cells[0] === head) {
      if (!named.has(head.textContent)) named.set(head.textContent, []);
      named.get(head.textContent).push(row);
    }
  }
  const legend = all(".legend li");
  const draw = () => {
    document.documentElement.classList.toggle("picking", picked !== null);
    for (const group of all("[data-s]")) {
      group.classList.toggle("on", group.dataset.s === picked);
      group.classList.toggle("off", hidden.has(group.dataset.s));
    }
    for (const item of legend) {
      const id = item.dataset.look;
      item.querySelector("button").setAttribute("aria-pressed", String(id === picked));
      item.querySelector("input").checked = !hidden.has(id);
      item.classList.toggle("gone", hidden.has(id));
      for (const row of named.get(id) || []) row.classList.toggle("picked", id === picked);
    }
    back.hidden = picked === null && hidden.size === 0;
  };
  const pick = (id) => {
    picked = picked === id ? null : id;
    draw();
  };
  for (const item of legend) {
    const id = item.dataset.look;
    const box = make("input", { type: "checkbox", "aria-label": "show " + id });
    const button = make("button", { type: "button", title: "pick out in all charts" }, id);
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(id); else hidden.add(id);
      draw();
    });
    button.addEventListener("click", () => pick(id));
    item.querySelector("span").replaceWith(button);
    item.prepend(box);
  }
  const back = make("button", { type: "button", class: "plain" }, "show all alike");
  back.addEventListener("click", () => { hidden.clear(); picked = null; draw(); });
  const list = document.querySelector(".legend");
  if (list) {
    const item = make("li");
    item.append(back);
    list.append(item);
    draw();
  }
  for (const chart of all(".chart")) {
    chart.addEventListener("click", (event) => {
      const group = event.target.closest("[data-s]");
      if (group) pick(group.dataset.s);
    });
  }

  // Linear or logarithmic.
  for (const figure of all("figure")) {
    if (!figure.querySelector("[data-scale=linear]")) continue;
    const button = make("button", { type: "button", class: "plain scale", "aria-pressed": "false" }, "linear axis");
    button.addEventListener("click", () => {
      const linear = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(linear));
      for (const group of all("[data-scale]", figure)) {
        if ((group.dataset.scale === "linear") === linear) group.removeAttribute("display");
        else group.setAttribute("display", "none");
      }
    });
    figure.querySelector("h3").after(button);
  }

  // Tables. A cell sorts by its figure where it has one, else by the first number in it with its unit, else as text.
  const units = { ns: 1, "µs": 1e3, ms: 1e6, s: 1e9, h: 3.6e12, k: 1e3, M: 1e6, G: 1e9 };
  const worth = (cell) => {
    if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
    const found = cell.textContent.match(/^[><~+ ]*([−-]?[\d,]*\.?\d+) ?(ns|µs|ms|s|h|k|M|G)?(?![\w/])/);
    if (!found) return null;
    return Number(found[1].replace(/,/g, "").replace("−", "-")) * (units[found[2]] || 1);
  };
  const sort = (table, column, down) => {
    const keyed = [...table.tBodies[0].rows].map((row, place) => {
      const cell = row.cells[column];
      return { row, place, number: worth(cell), text: cell.textContent };
    });
    const numeric = keyed.some((each) => each.number !== null) && column > 0;
    keyed.sort((a, b) => {
      let order;
      if (numeric) {
        // What has no figure stays at the end, whichever way.
        if (a.number === null || b.number === null) return (a.number === null) - (b.number === null) || a.place - b.place;
        order = a.number - b.number;
      } else {
        order = a.text.localeCompare(b.text, "en", { numeric: true });
      }
      return (down ? -order : order) || a.place - b.place;
    });
    table.tBodies[0].append(...keyed.map((each) => each.row));
  };
  for (const table of all(".scroll > table")) {
    if (!table.tHead || table.tBodies[0].rows.length < 2) continue;
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = make("button", { type: "button", class: "sort" }, head.textContent);
      head.replaceChildren(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach((each) => each.setAttribute("aria-sort", "none"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        sort(table, column, down);
      });
    });
    if (table.tBodies[0].rows.length < 6) continue;
    const box = make("input", { type: "search", class: "filter", placeholder: "filter rows", "aria-label": "filter rows" });
    box.addEventListener("input", () => {
      const wanted = box.value.trim().toLowerCase();
      for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
    table.parentElement.before(box);
  }
})();

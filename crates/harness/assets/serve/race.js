// Plays a race again, slowed down so that it can be seen. The times are the measured ones; the page shows them without this too.
"use strict";
(() => {
  const lanes = [...document.querySelectorAll(".lanes li")].map((lane) => ({
    lane,
    bar: lane.querySelector(".run"),
    took: lane.querySelector(".took"),
    text: lane.querySelector(".took").textContent,
    width: lane.querySelector(".run").getAttribute("width"),
    ns: lane.dataset.ns ? Number(lane.dataset.ns) : null,
  }));
  const times = lanes.filter((one) => one.ns !== null).map((one) => one.ns);
  if (times.length < 2) return;

  const unit = (ns) => (ns < 1e3 ? [1, "ns"] : ns < 1e6 ? [1e3, "µs"] : ns < 1e9 ? [1e6, "ms"] : [1e9, "s"]);
  const shown = (ns) => { const [by, name] = unit(ns); return `${(ns / by).toPrecision(3)} ${name}`; };
  // Seconds on the screen for one of the race: such that this one arrives after so long.
  const paces = [
    ["the middle one in 3 s", times[Math.floor(times.length / 2)], 3],
    ["the first in 2 s", times[0], 2],
    ["the last in 8 s", times[times.length - 1], 8],
  ].map(([name, ns, seconds]) => [name, (seconds * 1e9) / ns]);

  const pace = document.getElementById("pace");
  for (const [name, factor] of paces) {
    const option = document.createElement("option");
    option.textContent = factor >= 1 ? `${Number(factor.toPrecision(2)).toLocaleString("en")} × slower: ${name}` : name;
    pace.append(option);
  }
  document.getElementById("replay").hidden = false;
  const clock = document.getElementById("clock");
  const scale = document.getElementById("scale");
  const still = scale.textContent;
  let frame = null;

  const draw = (ns) => {
    let place = 0;
    for (const one of lanes) {
      const arrived = one.ns !== null && one.ns <= ns;
      one.bar.setAttribute("width", arrived ? 100 : one.ns === null ? 0 : (100 * ns) / one.ns);
      one.took.textContent = arrived || one.ns === null ? one.text : "";
      one.lane.classList.toggle("won", arrived && place === 0);
      if (arrived) place += 1;
    }
    clock.textContent = shown(Math.max(1, ns));
  };
  const end = () => {
    cancelAnimationFrame(frame);
    frame = null;
    for (const one of lanes) {
      one.bar.setAttribute("width", one.width);
      one.took.textContent = one.text;
      one.lane.classList.toggle("won", one === lanes[0]);
    }
    clock.textContent = "";
    scale.textContent = still;
    again.textContent = "Again";
  };
  const start = () => {
    cancelAnimationFrame(frame);
    const factor = paces[pace.selectedIndex][1];
    const last = times[times.length - 1];
    const begin = performance.now();
    scale.textContent = "Each bar fills as its strategy nears its answer.";
    again.textContent = "To the end";
    const tick = (now) => {
      // The first frame may have begun before the click.
      const ns = (Math.max(0, now - begin) * 1e6) / factor;
      if (ns >= last || now - begin > 20000) { draw(last); end(); return; }
      draw(ns);
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
  };
  const again = document.getElementById("again");
  again.addEventListener("click", () => (frame === null ? start() : end()));
  pace.addEventListener("change", start);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) start();
})();

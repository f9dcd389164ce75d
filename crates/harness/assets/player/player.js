// Plays the searches that the page holds.
//
// A search is a list of steps; its state is what the steps before have done to the board. A snapshot is kept every
// SNAP steps, made when it is first needed, so that any step is reached by replaying fewer than SNAP of them. What is
// drawn is compared with what stands: a step touches only the cells that it changes.
"use strict";
(() => {
  const SNAP = 256;
  const { plays } = JSON.parse(document.getElementById("data").textContent);
  const several = plays.length > 1;

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "class") element.className = value;
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  };
  const put = (element, name, value) => {
    if (element[name] !== value) element[name] = value;
  };

  /** The states of one search. */
  class Search {
    constructor(play) {
      this.play = play;
      this.steps = play.steps;
      this.board = play.board;
      this.cells = this.board ? this.board.names.length : 0;
      this.values = this.board ? this.board.values : 0;
      this.domains = this.board !== null && this.board.marks === "domains";
      this.counters = Object.keys(play.counters);
      let counts = this.counters.map(() => 0);
      this.counts = this.steps.map(({ c: changed }) => {
        if (changed) {
          counts = counts.slice();
          changed.forEach(([which, n]) => (counts[which] = n));
        }
        return counts;
      });
      this.guesses = [];
      this.steps.forEach((step, at) => {
        if (step.k === "start" || step.k === "end" || (step.k === "decide" && step.n > 1)) this.guesses.push(at);
      });
      this.snapshots = [this.root()];
      this.reset(this.snapshots[0], 0);
    }

    get last() {
      return this.steps.length - 1;
    }

    /** Nothing done: the givens stand. */
    root() {
      const state = {
        value: new Uint8Array(this.cells),
        how: new Uint8Array(this.cells),
        open: new Uint8Array(this.domains ? this.cells * this.values : 0).fill(1),
        log: [], trail: [], rows: [],
      };
      if (this.board) {
        this.board.givens.forEach((value, cell) => {
          if (!value) return;
          state.value[cell] = value;
          state.how[cell] = 1;
          if (this.domains) {
            for (let v = 1; v <= this.values; v++) state.open[cell * this.values + v - 1] = v === value ? 1 : 0;
          }
        });
      }
      return state;
    }

    reset(state, at) {
      this.state = Search.copy(state);
      this.at = at;
    }

    static copy(state) {
      return {
        value: state.value.slice(), how: state.how.slice(), open: state.open.slice(),
        log: state.log.slice(), trail: state.trail.map((one) => ({ ...one })), rows: state.rows.slice(),
      };
    }

    /** Makes the state that of a step. */
    go(at) {
      const from = Math.min(Math.floor(at / SNAP), this.snapshots.length - 1);
      if (at < this.at || at - this.at > SNAP) {
        if (!(this.at <= at && this.at >= from * SNAP)) this.reset(this.snapshots[from], from * SNAP);
      }
      while (this.at < at) {
        this.at++;
        this.apply(this.at);
        if (this.at === this.snapshots.length * SNAP) this.snapshots.push(Search.copy(this.state));
      }
    }

    strike(candidate) {
      const { open, log } = this.state;
      if (open[candidate]) {
        open[candidate] = 0;
        log.push(0, candidate, 1);
      }
    }

    set(cell, value, how) {
      const { state } = this;
      if (state.how[cell] !== 1) {
        state.log.push(1, cell, state.value[cell] * 4 + state.how[cell]);
        state.value[cell] = value;
        state.how[cell] = how;
      }
      if (this.domains) {
        for (let v = 1; v <= this.values; v++) if (v !== value) this.strike(cell * this.values + v - 1);
      }
    }

    apply(at) {
      const { state } = this;
      const step = this.steps[at];
      const placed = this.board && step.a !== undefined;
      switch (step.k) {
        case "given":
        case "force":
          if (step.o !== undefined) state.rows.push(step.o);
          if (placed && step.v) this.set(step.a, step.v, step.k === "given" ? 1 : 3);
          break;
        case "remove":
          if (placed && step.v && this.domains) this.strike(step.a * this.values + step.v - 1);
          break;
        case "assign":
          state.trail.push({ at, log: state.log.length, rows: state.rows.length });
          if (step.o !== undefined) state.rows.push(step.o);
          if (placed && step.v) this.set(step.a, step.v, 2);
          else if (placed && step.x && this.domains) this.strike(step.a * this.values + step.x - 1);
          break;
        case "withdraw": {
          const mark = state.trail.pop();
          if (!mark) break;
          state.rows.length = mark.rows;
          while (state.log.length > mark.log) {
            const old = state.log.pop();
            const place = state.log.pop();
            if (state.log.pop() === 0) state.open[place] = old;
            else {
              state.value[place] = old >> 2;
              state.how[place] = old & 3;
            }
          }
          break;
        }
      }
    }

    /** The next step of this kind after the one that stands, or -1. */
    next(kind, from) {
      for (let at = from + 1; at < this.steps.length; at++) if (this.steps[at].k === kind) return at;
      return -1;
    }
  }

  /** A board on the page. */
  class BoardView {
    constructor(search) {
      this.search = search;
      const { board } = search;
      const n = board.width;
      this.box = make("div", { class: "boardbox" });
      this.element = make("div", { class: "board", role: "img" });
      this.element.style.setProperty("--n", n);
      this.element.style.setProperty("--m", Math.ceil(Math.sqrt(board.values)));
      this.box.append(this.element);
      this.cells = board.names.map((name, cell) => {
        const regions = board.regions;
        let walls = "";
        if (cell % n === n - 1) walls += " re";
        else if (regions[cell] !== regions[cell + 1]) walls += " r";
        if (cell + n >= board.names.length) walls += " be";
        else if (regions[cell] !== regions[cell + n]) walls += " b";
        const element = make("div", { title: name });
        this.element.append(element);
        return { element, walls, key: null };
      });
      this.units = board.names.map(() => []);
      board.units.forEach(([, cells], unit) => cells.forEach((cell) => this.units[cell].push(unit)));
    }

    /** The candidates of every cell as a function, or null where none are drawn. */
    candidates() {
      const { state, board, domains, values } = this.search;
      if (domains) return (cell, value) => state.open[cell * values + value - 1] === 1;
      if (board.marks !== "options") return null;
      const used = board.units.map(([, cells]) => new Set(cells.map((cell) => state.value[cell])));
      return (cell, value) => this.units[cell].every((unit) => !used[unit].has(value));
    }

    draw(step) {
      const { search } = this;
      const { state, board, values } = search;
      const open = this.candidates();
      const solved = step.k === "solution" ? search.play.grids[step.n - 1] : undefined;
      const unit = step.u !== undefined ? new Set(board.units[step.u][1]) : null;
      let filled = 0;
      this.cells.forEach((cell, at) => {
        let value = state.value[at];
        let kind = ["", " given", " chosen", " force"][state.how[at]];
        let marks = "";
        let size = -1;
        if (!value && open) {
          size = 0;
          let only = 0;
          for (let v = 1; v <= values; v++) {
            const is = open(at, v);
            const gone = !is && step.k === "remove" && step.a === at && step.v === v;
            const seek = is && ((unit && unit.has(at) && step.v === v) || (!unit && step.a === at && step.k === "decide"));
            marks += gone ? "x" : seek ? "s" : is ? "1" : "0";
            if (is) {
              size++;
              only = v;
            }
          }
          if (search.domains && size === 1) {
            value = only;
            kind = " single";
          }
          if (search.domains && size === 2) kind = " pair";
          if (size === 0) kind = " empty";
        }
        if (solved && !value) {
          value = solved[at];
          kind = " shown";
        }
        if (value) filled++;
        const about = step.a === at || (unit && unit.has(at) && !(open && step.k === "decide"));
        if (about && step.k === "dead-end") kind += " dead";
        else if (about || (unit && marks[step.v - 1] === "s")) kind += " focus";
        const key = kind + "/" + value + "/" + (value ? "" : marks);
        if (key === cell.key) return;
        cell.key = key;
        cell.element.className = "cell" + cell.walls + kind;
        if (value) cell.element.textContent = board.symbols[value - 1];
        else if (!marks || size === 0 && !marks.includes("x")) cell.element.textContent = "";
        else {
          const grid = make("div", { class: "marks" });
          for (let v = 1; v <= values; v++) {
            const mark = marks[v - 1];
            const span = make("span", {}, mark === "0" ? "" : board.symbols[v - 1]);
            if (mark === "x") span.className = "gone";
            if (mark === "s") span.className = "seek";
            grid.append(span);
          }
          cell.element.replaceChildren(grid);
        }
      });
      this.element.setAttribute("aria-label", `Board: ${filled} of ${this.cells.length} cells have a value`);
      this.element.dataset.filled = filled;
    }
  }

  /** A matrix on the page. */
  class MatrixView {
    constructor(search) {
      this.search = search;
      const { columns, names, rows } = search.play.matrix;
      const big = columns.length > 16;
      this.box = make("div", { class: "matrixbox", tabindex: "0", role: "region", "aria-label": "Matrix" });
      this.table = make("table", { class: big ? "matrix big" : "matrix" });
      this.table.style.setProperty("--s", big ? "9px" : "clamp(26px,6vw,38px)");
      const head = make("tr", {}, make("td", { class: "gone" }));
      this.heads = columns.map((name) => make("th", { scope: "col", title: name }, big ? "" : name));
      head.append(...this.heads);
      const body = make("tbody");
      this.names = [];
      this.cells = rows.map((items, row) => {
        const has = new Set(items);
        const name = make("th", { scope: "row", class: "name" }, names[row]);
        this.names.push(name);
        const cells = columns.map((column, at) => {
          const one = has.has(at);
          return make("td", { title: `${names[row]}, ${column}: ${one ? 1 : 0}` }, big ? "" : one ? "1" : "0");
        });
        body.append(make("tr", {}, name, ...cells));
        return cells.map((element, at) => ({ element, one: has.has(at) ? " one" : "" }));
      });
      this.table.append(make("thead", {}, head), body);
      this.box.append(this.table);
      this.last = null;
    }

    draw(step) {
      const { rows } = this.search.play.matrix;
      const { state } = this.search;
      const chosen = new Set(state.rows);
      const covered = new Set(state.rows.flatMap((row) => rows[row]));
      const column = step.i !== undefined ? step.i : -1;
      const dead = step.k === "dead-end";
      const live = rows.map((items) => !items.some((item) => covered.has(item)));
      this.heads.forEach((head, at) => {
        put(head, "className", at === column ? (dead ? "dead" : "col") : covered.has(at) ? "gone" : "");
      });
      rows.forEach((items, row) => {
        const isChosen = chosen.has(row);
        put(this.names[row], "className", "name" + (isChosen ? " row" : live[row] ? "" : " gone"));
        this.cells[row].forEach(({ element, one }, at) => {
          let kind = one;
          if (isChosen) kind += " row";
          else if (at === column && dead) kind += " dead";
          else if (at === column && live[row]) kind += " col";
          else if (!live[row] || covered.has(at)) kind += " gone";
          put(element, "className", kind);
        });
      });
      this.table.dataset.chosen = state.rows.join(" ");
      this.table.dataset.live = live.filter(Boolean).length;
      this.table.dataset.covered = covered.size;
    }
  }

  /** One search on the page. */
  class Panel {
    constructor(play, number) {
      this.search = new Search(play);
      this.element = make("section", { "aria-label": play.strategy });
      if (several) this.element.append(make("h2", {}, play.strategy));
      this.sentence = make("p", { class: "sentence", "aria-live": "polite", id: `sentence-${number}` });
      const list = make("dl", { class: "counts" });
      const count = (label, id) => {
        const value = make("dd", { id: `${id}-${number}` }, "0");
        list.append(make("div", {}, make("dt", {}, label), value));
        return value;
      };
      this.depth = count("depth", "depth");
      this.counts = this.search.counters.map((name) => count(name.replaceAll("_", " "), name));
      const scene = make("div", { class: "scene" });
      this.views = [];
      if (play.matrix && !several) this.views.push(new MatrixView(this.search));
      if (play.board) this.views.unshift(new BoardView(this.search));
      if (this.views.length > 1) scene.classList.add("both");
      this.views.forEach((view) => scene.append(view.box));
      this.trail = make("ol", { class: "trail" });
      const side = make("div", { class: "side" }, make("h3", {}, "Decisions that stand"), this.trail, this.legend(play));
      scene.append(side);
      this.element.append(this.sentence, list, scene);
    }

    legend(play) {
      const entries = [];
      if (play.board) {
        entries.push(["given", "given"], ["chosen", "tried by the search"]);
        if (play.board.marks === "domains") entries.push(["force", "one value left"], ["pair", "two values left"]);
        else if (play.board.marks === "none") entries.push(["force", "forced"]);
        entries.push(["focus", "what this step is about"], ["dead", "nothing is left"]);
      }
      if (play.matrix && !several) {
        entries.push(["one", "a 1"], ["col", "in the column chosen"], ["chosen", "in a row that stands"], ["gone", "covered or deleted"]);
        if (!play.board) entries.push(["dead", "no row is left"]);
      }
      const seen = new Set();
      const unique = entries.filter(([, text]) => !seen.has(text) && seen.add(text));
      return make("ul", { class: "legend" }, ...unique.map(([kind, text]) => make("li", {}, make("i", { class: `i-${kind}` }), text)));
    }

    show(at) {
      const { search } = this;
      search.go(at);
      const step = search.steps[at];
      put(this.sentence, "textContent", step.t);
      put(this.sentence, "className", `sentence ${step.k}`);
      put(this.depth, "textContent", String(step.d));
      search.counts[at].forEach((n, which) => put(this.counts[which], "textContent", n.toLocaleString("en")));
      // A note is about the step before it.
      let about = at;
      while (search.steps[about].k === "note" && about > 0) about--;
      this.views.forEach((view) => view.draw(search.steps[about]));
      const shown = search.state.trail.slice(-60);
      const hidden = search.state.trail.length - shown.length;
      const names = shown.map((one) => search.steps[one.at].w);
      const key = hidden + names.join();
      if (key !== this.key) {
        this.key = key;
        const items = names.map((name, at) => make("li", {}, make("small", {}, `${hidden + at + 1} `), name));
        if (hidden) items.unshift(make("li", {}, `${hidden} before`));
        if (!items.length) items.push(make("li", {}, "none"));
        this.trail.replaceChildren(...items);
        this.trail.scrollTop = this.trail.scrollHeight;
      }
    }
  }

  const root = document.getElementById("player");
  const panels = plays.map((play, number) => new Panel(play, number));
  const first = panels[0].search;
  // A place is a step of the one search, or a guess of several.
  const last = several ? Math.max(...panels.map(({ search }) => search.guesses.length)) - 1 : first.last;
  let place = 0;
  let playing = null;

  const button = (label, text, does, kind = "") => {
    const element = make("button", { type: "button", "aria-label": label, title: label, class: kind }, text);
    element.addEventListener("click", does);
    return element;
  };
  const choice = (label, options, chosen) => {
    const select = make("select", {}, ...options.map(([value, text]) => make("option", { value }, text)));
    select.value = chosen;
    return [select, make("label", {}, label, select)];
  };
  const startButton = button("To the start (Home)", "|◀", () => jump(0));
  const backButton = button("One step back (left arrow)", "◀ back", () => jump(beside(-1)));
  const playButton = button("Play (space)", "play", () => (playing ? pause() : begin()), "play");
  const stepButton = button("One step on (right arrow)", "step ▶", () => jump(beside(1)));
  const endButton = button("To the end (End)", "▶|", () => jump(last));
  const deadButton = button("To the next dead end (d)", "dead end ⤼", () => jump(found("dead-end")));
  const solutionButton = button("To the next solution (s)", "solution ⤼", () => jump(found("solution")));
  const [pace, paceLabel] = choice("by", [["event", "event"], ["move", "move"], ["guess", "guess"]], first.last > 400 ? "move" : "event");
  const [speed, speedLabel] = choice("steps a second", [[1, "1"], [2, "2"], [5, "5"], [10, "10"], [30, "30"], [60, "60"]], "5");
  const scrubber = make("input", { type: "range", min: "0", max: String(last), value: "0", "aria-label": several ? "Guess" : "Step" });
  const output = make("output", { id: "place" });
  const link = make("a", { href: "#step=0" }, "link to this step");

  /** Whether a step is a stop at this pace. */
  const stops = (step) => {
    if (pace.value === "event" || step.k === "start" || step.k === "end") return true;
    if (pace.value === "move") return step.k !== "remove" && step.k !== "note" && step.k !== "given";
    return step.k === "decide" ? step.n > 1 : step.k === "dead-end" || step.k === "solution";
  };

  const beside = (by) => {
    let at = place + by;
    if (!several) while (at > 0 && at < last && !stops(first.steps[at])) at += by;
    return Math.min(Math.max(at, 0), last);
  };

  const stepOf = (search, at) => search.guesses[Math.min(at, search.guesses.length - 1)];

  const found = (kind) => {
    if (!several) return first.next(kind, place);
    // The guess whose consequences hold one, in any of the searches.
    for (let at = place + 1; at <= last; at++) {
      const holds = panels.some(({ search }) => {
        const [from, to] = [stepOf(search, at - 1), stepOf(search, at)];
        const hit = search.next(kind, from - 1);
        return from < to && hit >= 0 && hit < to;
      });
      if (holds) return at;
    }
    return -1;
  };

  const show = () => {
    panels.forEach((panel) => panel.show(several ? stepOf(panel.search, place) : place));
    put(scrubber, "value", String(place));
    scrubber.setAttribute("aria-valuetext", several ? `guess ${place}` : `step ${place}: ${first.steps[place].t}`);
    put(output, "textContent", `${several ? "guess" : "step"} ${place} of ${last}`);
    link.setAttribute("href", `#step=${place}`);
    startButton.disabled = backButton.disabled = place === 0;
    stepButton.disabled = endButton.disabled = place === last;
    document.body.dataset.step = place;
    if (!playing) {
      deadButton.disabled = found("dead-end") < 0;
      solutionButton.disabled = found("solution") < 0;
      try {
        if (location.hash !== `#step=${place}` && (location.hash || place)) history.replaceState(null, "", `#step=${place}`);
      } catch {
        // Some browsers keep files from it; the link still has the step.
      }
    }
  };

  const move = (to) => {
    if (to < 0) return;
    place = to;
    show();
  };
  const pause = () => {
    if (playing) clearTimeout(playing);
    playing = null;
    panels.forEach((panel) => panel.sentence.setAttribute("aria-live", "polite"));
    playButton.textContent = "play";
    playButton.setAttribute("aria-label", "Play (space)");
    playButton.title = "Play (space)";
    show();
  };
  const jump = (to) => {
    if (playing) pause();
    move(to);
  };
  const tick = () => {
    move(beside(1));
    if (place === last) pause();
    else playing = setTimeout(tick, 1000 / Number(speed.value));
  };
  const begin = () => {
    if (place === last) place = 0;
    // What changes many times a second is not read aloud.
    panels.forEach((panel) => panel.sentence.setAttribute("aria-live", "off"));
    playButton.textContent = "pause";
    playButton.setAttribute("aria-label", "Pause (space)");
    playButton.title = "Pause (space)";
    playing = setTimeout(tick, 1000 / Number(speed.value));
  };

  scrubber.addEventListener("input", () => jump(Number(scrubber.value)));
  const read = () => {
    const match = /^#step=(\d+)$/.exec(location.hash);
    jump(match ? Math.min(Number(match[1]), last) : place);
  };
  addEventListener("hashchange", read);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = event.target.tagName;
    if (on === "SELECT" || (event.key === " " && (on === "BUTTON" || on === "A"))) return;
    if (on === "INPUT" && event.key !== " " && event.key.length > 1) return;
    const does = {
      " ": () => (playing ? pause() : begin()),
      ArrowRight: () => jump(beside(1)),
      ArrowLeft: () => jump(beside(-1)),
      Home: () => jump(0),
      End: () => jump(last),
      d: () => jump(found("dead-end")),
      s: () => jump(found("solution")),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  });

  const controls = make("div", { class: "controls", role: "group", "aria-label": "Player" },
    startButton, backButton, playButton, stepButton, endButton, deadButton, solutionButton);
  if (!several) controls.append(paceLabel);
  controls.append(speedLabel);
  const key = (name) => make("kbd", {}, name);
  root.append(
    controls,
    make("div", { class: "scrub" }, scrubber, output),
    make("div", { class: several ? "plays several" : "plays" }, ...panels.map((panel) => panel.element)),
    make("p", { class: "keys" }, key("space"), " play or pause, ", key("←"), " ", key("→"), " step, ", key("d"), " next dead end, ",
      key("s"), " next solution, ", key("Home"), " ", key("End"), "; ", link, several ? ". Both are shown where their next guess is made." : "."),
  );
  root.hidden = false;
  // The address first: showing a step writes it there.
  if (location.hash) read();
  else show();
})();

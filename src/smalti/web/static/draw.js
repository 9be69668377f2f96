// Draws what was sent. Knows no rule: what may be clicked, shown or said comes from the server.

import { after, nextIds, possible } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} id */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The symbols and the style of a game's pictures, once. @param {{defs: string, style: string}} look */
export function drawLook(look) {
  const holder = document.createElementNS(SVG, "svg");
  holder.setAttribute("class", "smalti symbols");
  holder.setAttribute("aria-hidden", "true");
  holder.innerHTML = `<defs>${look.defs}</defs>`;
  document.body.prepend(holder);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(look.style);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The pictures. @param {import("./state.js").Panel[]} panels */
export function drawPanels(panels) {
  const board = part("board");
  const kept = new Map([...board.children].map((child) => [child.id, child]));
  for (const panel of panels) {
    const id = `panel-of-${panel.id}`;
    let svg = kept.get(id);
    kept.delete(id);
    if (!svg) {
      svg = document.createElementNS(SVG, "svg");
      svg.id = id;
      svg.setAttribute("role", "group");
    }
    svg.setAttribute("class", `panel panel-${panel.id.replace(/-\d+$/, "")}`);
    svg.setAttribute("viewBox", `0 0 ${panel.width} ${panel.height}`);
    svg.setAttribute("aria-label", panel.label);
    /** @type {SVGElement} */ (svg).style.setProperty("--w", String(panel.width));
    if (svg.getAttribute("data-body") !== panel.body) {
      svg.innerHTML = panel.body;
      svg.setAttribute("data-body", panel.body);
    }
    board.append(svg);
  }
  for (const gone of kept.values()) gone.remove();
}

/** What may be clicked, what was clicked. @param {import("./state.js").Model} model */
export function drawChoices(model) {
  const next = nextIds(model);
  const board = part("board");
  for (const old of board.querySelectorAll(".can, .picked")) {
    old.classList.remove("can", "picked");
    old.removeAttribute("tabindex");
    old.removeAttribute("role");
  }
  for (const id of next) {
    const element = document.getElementById(id);
    if (!element) continue;
    element.classList.add("can");
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    const known = element.getAttribute("data-label") ?? element.getAttribute("aria-label") ?? "";
    element.setAttribute("data-label", known);
    const ways = after(model, id);
    const what = ways.length === 1 ? ways[0].label : "";
    element.setAttribute("aria-label", [known, what].filter(Boolean).join(": ") || id);
  }
  for (const id of model.picked) document.getElementById(id)?.classList.add("picked");
  part("back").hidden = model.picked.length === 0;
}

/** What a click there would do. @param {import("./state.js").Model} model @param {string|null} id */
export function drawPreview(model, id) {
  for (const ghost of part("board").querySelectorAll(".ghost")) ghost.remove();
  const ways = id ? after(model, id) : model.picked.length ? possible(model) : [];
  const one = ways.length === 1 ? ways[0] : null;
  part("preview").textContent = one ? [one.label, one.gain].filter(Boolean).join("  ") : "";
  if (!one) return;
  for (const [place, symbol] of one.ghost) drawGhost(place, symbol);
}

/** @param {string} place @param {string} symbol */
function drawGhost(place, symbol) {
  const target = /** @type {SVGGraphicsElement|null} */ (/** @type {unknown} */ (document.getElementById(place)));
  if (!target) return;
  const box = target.getBBox();
  const ghost = document.createElementNS(SVG, "use");
  ghost.setAttribute("href", `#${symbol}`);
  ghost.setAttribute("class", "ghost");
  for (const [name, value] of Object.entries({ x: box.x, y: box.y, width: box.width, height: box.height })) {
    ghost.setAttribute(name, String(value));
  }
  target.append(ghost);
}

/** Players, with their points and how they come about. @param {import("./state.js").Table} table @param {Record<string, string>} words */
export function drawSeats(table, words) {
  part("seats").replaceChildren(
    ...table.seats.map((seat) => {
      const item = document.createElement("li");
      item.className = `seat seat-${seat.seat}`;
      item.classList.toggle("acting", table.acting.includes(seat.seat) && !table.over);
      item.classList.toggle("winner", table.winners.includes(seat.seat));
      const details = document.createElement("details");
      const head = document.createElement("summary");
      head.append(textOf("span", "who", seat.name), textOf("span", "state", stateOf(table, seat, words)), textOf("span", "score", String(seat.score)));
      const lines = document.createElement("ul");
      lines.append(
        ...table.scores[seat.seat].map((line) => {
          const row = textOf("li", "line", `${line.words} = ${line.points}`);
          row.dataset.places = line.places.join(" ");
          return row;
        }),
      );
      details.append(head, lines);
      details.open = table.over;
      item.append(details);
      if (seat.mine && !table.over) item.append(handOver(seat, words));
      return item;
    }),
  );
}

/** @param {import("./state.js").Table} table @param {import("./state.js").Seat} seat @param {Record<string, string>} words */
function stateOf(table, seat, words) {
  if (table.winners.includes(seat.seat)) return words.winner;
  if (seat.invited) return words.invited;
  if (!table.acting.includes(seat.seat) || table.over) return seat.bot ? words.bot : "";
  return seat.bot ? words.thinking : words.turn;
}

/** @param {import("./state.js").Seat} seat @param {Record<string, string>} words */
function handOver(seat, words) {
  const button = document.createElement("button");
  button.className = "quiet hand-over";
  button.dataset.seat = String(seat.seat);
  button.dataset.bot = seat.bot ? "" : "random";
  button.textContent = seat.bot ? words.take_back_seat : words.hand_over;
  return button;
}

/** @param {import("./state.js").Table} table */
export function drawLog(table) {
  const log = part("log");
  const names = table.seats.map((seat) => seat.name);
  log.replaceChildren(
    ...table.log.map((line) => {
      const item = document.createElement("li");
      item.dataset.ply = String(line.ply);
      if (line.by >= 0) item.append(textOf("b", "", names[line.by]), " ");
      item.append(line.words);
      return item;
    }),
  );
  log.scrollTop = log.scrollHeight;
}

/** @param {string} name @param {string} style @param {string} words */
function textOf(name, style, words) {
  const element = document.createElement(name);
  if (style) element.className = style;
  element.textContent = words;
  return element;
}

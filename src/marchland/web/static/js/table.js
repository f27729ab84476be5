// The table page: options on the board, answers to the server, news from it.
// @ts-check
import { Allotting } from "./allot.js";
import { Answers } from "./answers.js";
import { Bubble } from "./bubble.js";
import { hear, tick } from "./clock.js";
import { Dock } from "./dock.js";
import { Kinds } from "./kinds.js";
import { count } from "./letters.js";
import { Layers } from "./layers.js";
import { Live } from "./live.js";
import { LongPress } from "./longpress.js";
import { Look } from "./look.js";
import { PanZoom } from "./panzoom.js";
import { append_log, held, hold, prepend_log, replace_parts, take_marks } from "./parts.js";
import { Since } from "./since.js";
import { tell } from "./site.js";
import { Targets } from "./targets.js";
import { Terms } from "./terms.js";

/** @typedef {{rule: string, name: string, text: string, figures: string}} Reason */
/**
 * @typedef {object} News
 * @property {number} entry
 * @property {number | null} seat
 * @property {string} [before]
 * @property {boolean} yours
 * @property {boolean} over
 * @property {string} status
 * @property {string} title
 * @property {number} [now]
 * @property {string[]} touched
 * @property {Record<string, string>} parts
 * @property {Record<string, string>} [marks]
 * @property {string} [shown]
 * @property {string} [log_new]
 * @property {number} [last_own]
 * @property {string} [error]
 * @property {Reason[]} [reasons]
 */

const table = /** @type {HTMLElement} */ (document.querySelector("[data-table]"));
const room = /** @type {HTMLElement} */ (document.getElementById("board"));
const says = table.dataset;
const page_title = document.title;
const map = room.querySelector("svg.map");
const panzoom = map instanceof SVGSVGElement ? new PanZoom(room, map) : null;
new Layers(room);
const bubble = new Bubble(/** @type {HTMLElement} */(document.getElementById("bubble")), says.sayClose ?? "");
const dock = new Dock(/** @type {HTMLElement} */(document.getElementById("dock")), says.urlRules ?? "");
const allotting = new Allotting(table, bubble, (action) => send(/** @type {HTMLFormElement} */(document.getElementById("act")), null, action));
const look = new Look(table, room, dock, (thing) => panzoom?.seek(thing));
const answers = new Answers(says.urlAbout ?? "", says.urlTerms ?? "");
const targets = new Targets(table, bubble, answers, { play, show: (thing) => panzoom?.show(thing) });
const kinds = new Kinds(table, bubble, {
  narrow: (kind) => { targets.enter(kind); open_fitting_tab(true); },
  list: () => dock.open("play"),
  play: (button) => press(button, button.dataset.choice ?? ""),
});
const terms = new Terms(table, bubble, answers);
new LongPress(table, (from, at) => targets.pressed(from, at) || terms.pressed(from, at));

const since = new Since(table);

let entry = Number(says.entry);
let yours = Boolean(says.yours);
let latest = entry;
let fetching = false;
let behind = false;
hold(says.marks ?? "");

// -- answers ------------------------------------------------------------------------------------------

/** @param {import("./targets.js").Choice} choice */
function play(choice) {
  press(choice.button, choice.index);
}

/**
 * The button of an option may have been drawn anew since a menu was opened.
 * @param {HTMLElement} drawn @param {string} index of the option
 */
function press(drawn, index) {
  const again = table.querySelector(`[data-part] button[data-choice="${index}"]`);
  const button = drawn.isConnected ? drawn : again;
  if (button instanceof HTMLElement) /** @type {HTMLFormElement} */ (document.getElementById("act")).requestSubmit(button);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !["act", "undo", "restart", "waive", "chat", "story-read", "advise", "review", "tour"].includes(form.id)) return;
  event.preventDefault();
  send(form, event.submitter);
});

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter @param {object} [action] an answer that is not in the list */
async function send(form, submitter, action) {
  if (room.dataset.busy && form.id !== "chat") return;
  const body = new FormData(form);
  if (submitter instanceof HTMLButtonElement && submitter.name) body.append(submitter.name, submitter.value);
  if (action) body.set("action", JSON.stringify(action));
  if (form.id !== "chat") room.dataset.busy = "1";
  try {
    const got = await ask(`${form.action}?append`, { method: "POST", body });
    if (!got) return tell(says.sayFailed ?? "");
    settle(got.answer, got.news);
    if (form.id === "act") look.away();
    if (got.answer.ok && form.id === "chat") form.reset();
  } finally {
    delete room.dataset.busy;
    if (latest > entry || behind) catch_up();
  }
}

/**
 * The server's answer and its news; null where the link is lost. Nothing else fails in silence: a mistake in drawing is heard of.
 * @param {string} address @param {RequestInit} [how] @returns {Promise<{answer: Response, news: News} | null>}
 */
async function ask(address, how) {
  try {
    const answer = await fetch(address, { ...how, headers: { Accept: "application/json", "X-Drawn": held() } });
    return { answer, news: await answer.json() };
  } catch {
    return null;
  }
}

/** @param {Response} answer @param {News} news */
function settle(answer, news) {
  if (news.parts) take(news);
  if (answer.ok) return;
  targets.pick([]);
  if (answer.status === 401) tell(says.sayLoggedOut ?? "");
  else if (news.reasons?.length) explain(news.error ?? "", news.reasons, room);
  else tell(news.error || (answer.status === 409 ? says.sayMovedOn : says.sayFailed) || "");
}

// -- why not ------------------------------------------------------------------------------------------

/** @param {string} title @param {Reason[]} reasons @param {Element} thing */
function explain(title, reasons, thing) {
  bubble.open("why", title || says.sayWhy || "", reasons.map(told), thing);
}

/** @param {Reason} reason */
function told(reason) {
  const box = Object.assign(document.createElement("div"), { className: "refused" });
  if (reason.figures) box.append(Object.assign(document.createElement("p"), { className: "figures", textContent: reason.figures }));
  if (reason.text) box.append(Object.assign(document.createElement("p"), { textContent: reason.text }));
  if (reason.rule) {
    const shown = { className: "rule", href: `#rule-${reason.rule}`, textContent: `${reason.name} (${reason.rule})` };
    const link = Object.assign(document.createElement("a"), shown);
    link.dataset.rule = reason.rule;
    box.append(link);
  }
  return box;
}

// -- news ---------------------------------------------------------------------------------------------

/**
 * Answers may overtake each other on their way: what is older than the page is no news.
 * @param {News} news
 */
function take(news) {
  if (news.entry < entry) return;
  // Somebody else looks now: nothing drawn for the one before may stay behind, in no list and no open menu.
  if (news.before !== undefined && news.before !== (says.before ?? "")) return location.reload();
  const chat = table.querySelector('[data-part="chat"]')?.innerHTML;
  const changed = replace_parts(table, news.parts, news.touched ?? []);
  if (news.marks && !take_marks(news.marks, news.parts)) behind = true;
  hear(news.now);
  tick();
  if (news.parts.pieces) panzoom?.labels.sift();
  panzoom?.reframe();
  if (news.log_new !== undefined) append_log(table, news.log_new, news.last_own ?? -1);
  if (news.entry !== undefined) take_entry(news, changed);
  if (chat !== table.querySelector('[data-part="chat"]')?.innerHTML) dock.mark("chat");
  filter_log();
}

/** @param {News} news @param {boolean} changed */
function take_entry(news, changed) {
  const goes_on = news.entry > entry;
  if (goes_on) dock.mark("log");
  if (news.entry !== entry) bubble.close(false);
  entry = news.entry;
  fill("entry", String(entry));
  if (news.seat !== null && news.seat !== undefined) fill("seat", String(news.seat));
  if (changed) targets.refresh();
  if (changed) kinds.refresh();
  if (changed) terms.refresh();
  if (changed) allotting.refresh();
  show_news();
  if (news.yours && changed) open_fitting_tab(yours);
  if (news.parts.advice?.trim()) show_advice();
  if (news.yours && !yours) my_turn();
  if (news.yours && !yours) since.open();
  since.take(news.shown ?? "");
  yours = news.yours;
  if (news.over && goes_on) document.getElementById("end")?.removeAttribute("hidden");
}

/**
 * Who answers, and to what: at a shared screen the seat changes with the question.
 * @param {string} name
 * @param {string} value
 */
function fill(name, value) {
  for (const field of document.querySelectorAll(`form[hidden] input[name="${name}"]`)) /** @type {HTMLInputElement} */ (field).value = value;
}

/** The tab's title calls when it is one's turn and nobody looks. */
function my_turn() {
  if (!document.hidden) return;
  document.title = `● ${says.sayYourMove} · ${page_title}`;
  navigator.setAppBadge?.(1).catch(() => { });
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  document.title = page_title;
  navigator.clearAppBadge?.().catch(() => { });
});

let in_front = "";

/** What a panel wants to be seen at once comes to the front, once: a battle that has begun. */
function show_news() {
  const news = /** @type {HTMLElement | null} */ (table.querySelector("#pane-panels [data-front]"))?.dataset.front ?? "";
  const place = room.querySelector(".map [data-focus]");
  if (news && news !== in_front) dock.open("panels");
  if (news && news !== in_front && place) panzoom?.show(place);
  in_front = news;
}

/** If what can be played lies in the panels and not on the board, they come to the front; if nowhere, the list of options does, or once a turn the desk. */
function open_fitting_tab(yours_before = false) {
  if (dock.is_open("chat")) return; // nobody is interrupted while talking
  const lit = [...table.querySelectorAll("[data-lit]")];
  if (lit.some((thing) => thing.closest("#board"))) return show_lit();
  if (!lit.length) {
    if (table.querySelector("#pane-play [data-choice]") || (!yours_before && table.querySelector("#pane-play .desk:not(.handed)"))) dock.lend("play");
    return;
  }
  if (lit.some((thing) => thing.closest("#pane-panels"))) dock.lend("panels");
  else if (lit.some((thing) => thing.closest("#pane-players"))) dock.lend("players");
}

/** The coach was asked for: wherever the question is answered, what it says is in sight. */
function show_advice() {
  dock.open("play");
  dock.bring(table.querySelector('[data-part="advice"]'));
}

/** What can be played on the board has the board, and some of it is in sight. */
function show_lit() {
  dock.give_back();
  panzoom?.show_any([...room.querySelectorAll(".map [data-lit]")]);
}

/** Back from saying something beforehand: the list of it is open. */
function show_standing() {
  dock.open("play");
  document.getElementById("standing")?.setAttribute("open", "");
}

async function catch_up() {
  if (fetching) {
    behind = true;
    return;
  }
  fetching = true;
  try {
    do {
      behind = false;
      const got = await ask(`${says.urlParts}?append&seen=${entry}`);
      if (got?.answer.ok) take(got.news);
      if (!got) {
        behind = true;
        return;
      }
    } while (behind);
  } finally {
    fetching = false;
  }
}

/** Somebody left, sat down or wants a rematch: what can be done about it is drawn by the page itself. */
async function redraw_company() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const place of ["#company", "#sit-down", "#again", "#absence"]) {
    const now = document.querySelector(place), then = fresh.querySelector(place);
    if (now && then) now.replaceChildren(...then.childNodes);
  }
}

let greeted = false;

new Live(says.socket ?? "", {
  news({ kind: said, entry: told }) {
    // After a lost link words, letters and seats may have been missed, of which no entry's number tells.
    const kind = said === "hello" && greeted ? "again" : said;
    greeted ||= kind === "hello";
    if (["letter", "look", "hello", "again"].includes(kind)) count(); // one that came before this page listened is counted, too
    if (kind === "letter") return;
    if (["seats", "rematch", "again"].includes(kind)) redraw_company();
    latest = Math.max(latest, told ?? 0);
    if (["hello", "entry", "here"].includes(kind) && latest <= entry && !behind) return;
    if (room.dataset.busy) behind ||= !["hello", "entry", "here"].includes(kind); // entries come with the answer that is under way
    else catch_up();
  },
  link(up) {
    document.getElementById("link-lost")?.toggleAttribute("hidden", up);
  },
});

// -- log, keys, end -----------------------------------------------------------------------------------

document.getElementById("waive")?.addEventListener("change", (event) => /** @type {HTMLFormElement} */(event.currentTarget).requestSubmit());

const filter = /** @type {HTMLSelectElement | null} */ (document.getElementById("log-filter"));
filter?.addEventListener("change", filter_log);

function filter_log() {
  const wanted = filter?.value ?? "";
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll(".log .entry"))) {
    line.hidden = wanted === "new" ? !line.classList.contains("new") : wanted.startsWith("seat:") ? `seat:${line.dataset.seat}` !== wanted : false;
  }
}

const earlier = /** @type {HTMLElement} */ (document.getElementById("earlier"));
earlier.addEventListener("click", async () => {
  const answer = await fetch(`${earlier.dataset.url}?before=${first_line()}`);
  if (answer.ok) prepend_log(table, await answer.text());
  earlier.hidden = !answer.ok || first_line() <= 0;
  filter_log();
});
earlier.hidden = first_line() <= 0;

/** The entry number of the oldest line that is shown. */
function first_line() {
  return Number(table.querySelector(".log .entry")?.getAttribute("data-n") ?? 0);
}

table.addEventListener("click", (event) => {
  const from = event.target instanceof Element ? event.target : null;
  const hide = from?.closest("[data-hide]");
  if (hide instanceof HTMLElement) document.getElementById(hide.dataset.hide ?? "")?.setAttribute("hidden", "");
  if (from?.closest('a[href="#steward"]')) dock.open("play");
  const step = from?.closest("a[data-step]");
  if (step instanceof HTMLElement) {
    event.preventDefault();
    location.href = `${says.urlReplay}?entry=${step.dataset.step}`;
  }
});

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.matches("input, textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "+") panzoom?.zoom(1.4);
  if (event.key === "-") panzoom?.zoom(1 / 1.4);
  if (event.key === "0") panzoom?.fit();
  if (event.key === "u") /** @type {HTMLButtonElement | null} */ (document.querySelector('button[form="undo"]:not(:disabled)'))?.click();
});

if (says.before === "curtain") my_turn();
// The room has to be as high as it will be before the map can fill it.
document.addEventListener("desk:look", () => requestAnimationFrame(() => panzoom?.fill([...room.querySelectorAll(".map [data-light]")])));
const desk = document.getElementById("desk");
if (desk instanceof HTMLFormElement && panzoom) import("./orders.js").then(({ Orders }) => new Orders(table, room, panzoom.map, bubble, panzoom));
if (desk instanceof HTMLFormElement) import("./desk.js").then(({ Desk }) => new Desk(desk, table, settle));

if (document.getElementById("tour")) import("./tour.js").then(({ Tour }) => new Tour(table, room, dock, (dx, dy) => panzoom?.drag(dx, dy)));

show_news();
open_fitting_tab();
if (yours) since.open();
dock.read_to_end();
if (location.hash === "#standing") show_standing();
if (location.hash.startsWith("#rule-")) dock.rule(location.hash.replace("#rule-", ""));
panzoom?.fill([...room.querySelectorAll(".map [data-lit], .map [data-focus]")]);
look.at(new URLSearchParams(location.search).get("look") ?? "");
// Ready is what one sees: the map is drawn where it will stay.
requestAnimationFrame(() => {
  document.documentElement.dataset.ready = "1";
  performance.mark("table-ready");
});

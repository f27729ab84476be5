// Takes what is asked of the cards to the server, one thing at a time, and brings back only answers that still fit the text.
// @ts-check
import { tell } from "./site.js";

/** @typedef {{space: string, name: string, kind: string, look: string, order: string, note?: string, values?: Record<string, string>, line?: number}} Light */
/** @typedef {{line: number, look: string, spaces: string[], text: string}} Trace */
/**
 * @typedef {object} Told
 * @property {string} text
 * @property {number} line
 * @property {Record<string, string>} parts
 * @property {Light[]} lights
 * @property {Trace[]} [traces]
 * @property {string} [verdicts]
 */
/**
 * What is asked of the server. Lines move while answers are under way: `said` is what the line said when it was pointed at.
 * @typedef {object} Asked
 * @property {string} verb
 * @property {string} [group]
 * @property {string} [kind]
 * @property {number} [line]
 * @property {string} [said]
 * @property {boolean} [opened] is it the order of the card that lies open, whatever line that has by then?
 * @property {string} [space]
 * @property {string} [section]
 * @property {string} [order]
 * @property {Record<string, string>} [values]
 */
/**
 * @typedef {object} Desk
 * @property {string} text what stands on the sheet
 * @property {HTMLFormElement} form
 * @property {HTMLElement} table
 * @property {(answer: Response, news: any) => void} settle
 */

/** Of these only the newest is worth an answer (`makes_idle`). */
const SLOTS = /** @type {Record<string, string>} */ ({ show: "show", more: "more", open: "card", set: "card", lights: "lights", place: "place" });
const SPELLED = /** @type {Record<string, (keyof Asked)[]>} */ ({
  open: ["group", "kind", "line"], set: ["group", "kind", "line"], drop: ["line"], add: ["section", "order"], lights: ["group"], place: ["space"],
  advise: ["order"], take: ["section", "order"], refuse: ["order"], replace: ["order"], learn: ["order"],
});

export class Clerk {
  /**
   * @param {Desk} desk
   * @param {{address: () => string, take: (told: Told, asked: Asked) => void, line: (asked: Asked) => number, busy: (on: boolean) => void}} cards
   */
  constructor(desk, cards) {
    this.desk = desk;
    this.cards = cards;
    /** @type {Asked[]} */ this.waiting = [];
    this.busy = false;
  }

  /** What the card that lies open is to hold, as far as the server has not been told yet. */
  get wanted() {
    return this.waiting.find((asked) => asked.verb === "set" && asked.opened)?.values;
  }

  /** Another sheet lies on the desk: nobody waits for answers about the one before. */
  forget() {
    this.waiting = [];
  }

  /**
   * One request is under way at a time; of several that wait for the same thing the newest stays.
   * @param {Asked} asked
   */
  ask(asked) {
    this.waiting = this.waiting.filter((other) => !makes_idle(asked, other));
    const said = asked.line ? this.desk.text.split("\n")[asked.line - 1] : undefined;
    this.waiting.push({ said, ...asked });
    if (!this.busy) this.work();
  }

  async work() {
    this.busy = true;
    this.cards.busy(true);
    try {
      for (let next = this.waiting.shift(); next; next = this.waiting.shift()) await this.send(next);
    } catch {
      tell(this.desk.table.dataset.sayFailed ?? "");
    } finally {
      this.busy = false;
      this.cards.busy(false);
    }
  }

  /** @param {Asked} asked */
  async send(asked) {
    const { text } = this.desk;
    const line = asked.opened ? this.cards.line(asked) : asked.line ? line_of(text, asked.line, asked.said ?? "") : 0;
    if (line === null) return this.ask({ verb: "show" }); // the line is gone
    const body = this.body({ ...asked, line }, text);
    const answer = await fetch(this.cards.address(), { method: "POST", body, headers: { Accept: "application/json" } });
    if (answer.status === 429) return this.later(asked, Number(answer.headers.get("Retry-After") ?? 5));
    if (answer.status === 413) return tell(this.desk.table.dataset.sayFailed ?? "");
    const told = await answer.json();
    if (!answer.ok) this.desk.settle(answer, told);
    else if (this.desk.text === text) this.cards.take(told, asked);
    else this.again(asked);
  }

  /**
   * The text was changed while the answer was under way: what changes it is asked anew, what looks at it looks again.
   * @param {Asked} asked
   */
  again(asked) {
    const newer = this.waiting.some((other) => makes_idle(other, asked));
    if (!newer) this.waiting.unshift(asked);
  }

  /**
   * Too many cards at once: the server says how long to wait.
   * @param {Asked} asked @param {number} seconds
   */
  async later(asked, seconds) {
    await new Promise((done) => setTimeout(done, Math.min(seconds, 60) * 1000));
    this.again(asked);
  }

  /** @param {Asked} asked @param {string} text */
  body(asked, text) {
    const body = new FormData(this.desk.form);
    for (const name of [...body.keys()]) if (name.startsWith("values.")) body.delete(name);
    body.set("text", text);
    body.set("do", asked.verb);
    for (const name of SPELLED[asked.verb] ?? []) body.set(name, String(asked[name] ?? ""));
    for (const [name, value] of Object.entries(asked.values ?? {})) body.set(`values.${name}`, value);
    return body;
  }
}

/**
 * Need the older of two not be asked any more? An order that is to be written stays, unless it is written otherwise.
 * @param {Asked} newer @param {Asked} older
 */
function makes_idle(newer, older) {
  if (older.verb === "set") return newer.verb === "set" && newer.group === older.group && newer.kind === older.kind;
  return SLOTS[newer.verb] !== undefined && SLOTS[newer.verb] === SLOTS[older.verb];
}

/**
 * What a button of a page without scripts says in its value.
 * @param {string} value @returns {Asked}
 */
export function spelled(value) {
  const [verb, ...words] = value.split(" ");
  const names = SPELLED[verb] ?? [];
  const given = names.map((name, index) => [name, index === names.length - 1 ? words.slice(index).join(" ") : words[index]]);
  const asked = /** @type {Asked} */ ({ verb, ...Object.fromEntries(given) });
  return asked.line === undefined ? asked : { ...asked, line: Number(asked.line) };
}

/**
 * A line that was pointed at when it was number `line` and said this: where it stands now, or null if it is gone.
 * @param {string} text @param {number} line @param {string} said
 */
function line_of(text, line, said) {
  const lines = text.split("\n");
  if (lines[line - 1] === said) return line;
  const found = lines.flatMap((one, index) => (one === said ? [index + 1] : []));
  return found.sort((one, other) => Math.abs(one - line) - Math.abs(other - line))[0] ?? null;
}

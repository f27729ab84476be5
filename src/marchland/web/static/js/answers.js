// What things and terms answer: cards come from the server when somebody points, and are remembered until the table changes.
// @ts-check

/** @typedef {{name: string, text: string, rule?: string, rule_name?: string}} Term */

export class Answers {
  /** @param {string} about the address of cards, empty where there are none @param {string} terms the address of the glossary */
  constructor(about, terms) {
    this.about = about;
    this.glossary = terms;
    /** @type {Map<string, Promise<DocumentFragment | null>>} */ this.cards = new Map();
    /** @type {Promise<Record<string, Term>> | null} */ this.terms = null;
  }

  /** The table has changed: what was said of it may be true no longer. */
  forget() {
    this.cards.clear();
  }

  /**
   * The card of a thing: a copy of its own for everybody who asks; null where there is nothing to say.
   * @param {string} target @returns {Promise<DocumentFragment | null>}
   */
  async card(target) {
    if (!this.about) return null;
    const known = this.cards.get(target) ?? this.ask(target);
    this.cards.set(target, known);
    const card = await known;
    return card && /** @type {DocumentFragment} */ (card.cloneNode(true));
  }

  /** @param {string} target @returns {Promise<DocumentFragment | null>} */
  async ask(target) {
    const told = /** @type {{html: string} | null} */ (await ask(`${this.about}?target=${encodeURIComponent(target)}`));
    if (!told) this.cards.delete(target);
    return told?.html ? document.createRange().createContextualFragment(told.html) : null;
  }

  /** @param {string} id @returns {Promise<Term | null>} */
  async term(id) {
    this.terms ??= ask(this.glossary).then((told) => /** @type {Record<string, Term>} */(told ?? {}));
    return (await this.terms)[id] ?? null;
  }

  /**
   * A term with what it means here and in general: its name, and the lines below it.
   * @param {HTMLElement | SVGElement} thing @returns {Promise<{name: string, lines: Node[]} | null>}
   */
  async meaning(thing) {
    const found = await Promise.all((thing.dataset.term ?? "").split(" ").map((id) => this.term(id)));
    const terms = found.flatMap((term) => term ?? []);
    if (!terms.length) return null;
    const here = thing.dataset.say ? [line(thing.dataset.say)] : [];
    const lines = terms.flatMap((term, place) => [...(place ? [line(term.name, "strong")] : []), line(term.text), ...ruled(term)]);
    return { name: terms[0].name, lines: [...here, ...lines] };
  }
}

/** @param {string} address @returns {Promise<object | null>} */
async function ask(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // the link is lost: the page says so elsewhere
  }
}

/** @param {string} text @param {string} [as] */
function line(text, as = "p") {
  return Object.assign(document.createElement(as), { textContent: text });
}

/** @param {Term} term */
function ruled(term) {
  if (!term.rule) return [];
  const link = Object.assign(document.createElement("a"), { className: "rule", href: `#rule-${term.rule}`, textContent: term.rule_name ?? term.rule });
  link.dataset.rule = term.rule;
  return [link];
}

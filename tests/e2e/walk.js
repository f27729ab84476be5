// @ts-check
() => {
  // What stands on the table and says nothing of itself, as one line each. Whatever is explained is so by one of these rules:
  //   a term of the glossary around it; a card of its own (`data-target`, or the `.pick` that lies over it); an option with its breakdown;
  //   a sign beside its word is mere decoration (and hidden from those who listen); a figure in a sentence, or under a heading, is named there.
  const WORDS = /\p{L}{2}/u, FIGURE = /[\d½●×]/u, INLINE = "b, strong, small, em, i, code, output";
  const table = /** @type {HTMLElement} */ (document.querySelector("[data-table]"));
  /** @param {Element} one */
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest(".sr, [inert], .bubble, template")
    && one.getBoundingClientRect().width > 0;
  /** @param {Element} one @returns {string} */
  const said = (one) => [...one.childNodes].map((node) => node instanceof Text ? node.data
    : node instanceof HTMLElement && !node.matches(".sr") && node.checkVisibility() ? said(node) : "").join("");
  /** @param {Element | null} one */
  const is_picked = (one) => { const pick = one?.querySelector(":scope > .pick"); return pick && getComputedStyle(pick).pointerEvents !== "none"; };
  /** @param {Element} one */
  const has_card = (one) => one.closest("[data-term], [data-target], [data-choice], .log, .chat") || is_picked(one.closest(":has(> .pick)"));
  /** @param {Element} one */
  const has_heading = (one) => one.closest("td, dd, figure, .badge, option, select");
  /** @param {Element} one @returns {Element} */
  const line = (one) => one.matches(INLINE) && one.parentElement ? line(one.parentElement) : one;
  /** @param {Element} one */
  const told = (one) => `${one.closest("[data-part]")?.getAttribute("data-part") ?? "page"}: ${one.outerHTML.replace(/\s+/g, " ").slice(0, 120)}`;

  const signs = [...table.querySelectorAll("svg")].filter((one) => shown(one) && !one.closest("svg.map") && !one.parentElement?.closest("svg"))
    .filter((one) => !has_card(one) && !one.closest("figure"))
    .filter((one) => !(one.getAttribute("aria-hidden") === "true" && WORDS.test(said(line(one.parentElement ?? one)))));
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  /** @type {Element[]} */ const figures = [];
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement, text = texts.currentNode.textContent ?? "";
    if (!one || !FIGURE.test(text) || WORDS.test(text) || one.closest("svg, script, style") || !shown(one)) continue;
    if (!has_card(one) && !has_heading(one) && !WORDS.test(said(line(one)))) figures.push(one);
  }
  // On the map: under every piece, number and marker lies something that answers.
  const map = document.querySelector("svg.map:not(.sample)") ?? table;
  const room = map.getBoundingClientRect();
  const pieces = [...map.querySelectorAll(".pieces [data-piece], .pieces text, .pieces use, .track text, .by-tracks text")].filter(shown);
  const silent = pieces.filter((one) => {
    const box = one.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (x < room.left || x > room.right || y < room.top || y > room.bottom) return false;
    const top = document.elementFromPoint(x, y);
    return top !== null && map.contains(top) && !top.closest("[data-target], [data-also], [data-term]");
  });
  return [...new Set([...signs, ...figures, ...silent])].map(told);
}

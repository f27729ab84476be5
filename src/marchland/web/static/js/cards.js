// The desk's cards: what is chosen is written into the sheet by the server, and what is written comes back as cards.
//
// The map and the cards speak by events on the document, each with a `detail`:
//   desk:lights  {group, name, lights: [{space, name, kind, look, order, note, values}]}  to the map: where this group can be sent ("": nothing is lit)
//   desk:choose  {label, choices: [{space, value, label}]}    to the map: a field of the open card may be chosen there ([]: no more)
//   desk:traces  {traces: [{line, look, spaces, text}]}       to the map: the orders of the sheet as they are drawn
//   desk:wish    {group, kind, values}                        from the map: this order is given
//   desk:chosen  {value}                                      from the map: one of the choices
//   desk:point   {group}                                      from the map: somebody was chosen there; desk:lights follows
//   desk:place   {space}                                      from the map: somebody asks about a space; its card is shown on the desk
// @ts-check

/** @typedef {{space: string, name: string, kind: string, look: string, order: string, note?: string, values?: Record<string, string>}} Light */
/** @typedef {{line: number, look: string, spaces: string[], text: string}} Trace */
/** @typedef {{text: string, line: number, parts: Record<string, string>, lights: Light[], traces?: Trace[], verdicts?: string, error?: string, code?: string}} Told */

/** @param {string} name @param {object} detail */
export function say(name, detail) {
  document.dispatchEvent(new CustomEvent(`desk:${name}`, { detail }));
}

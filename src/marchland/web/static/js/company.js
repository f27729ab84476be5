// People and tournaments: a table is offered only as many seats as the chosen game has.
// @ts-check
import "./app.js";

/** @type {HTMLSelectElement | null} */
const game = document.querySelector("select[data-seats]");
/** @type {HTMLSelectElement | null | undefined} */
const seats = game?.form?.querySelector("select[name=seats]");
if (game && seats) {
  game.addEventListener("change", () => offer(game, seats));
  offer(game, seats);
}

/**
 * Hide what the game does not allow; where that was chosen, choose what is nearest.
 * @param {HTMLSelectElement} game
 * @param {HTMLSelectElement} seats
 */
function offer(game, seats) {
  /** @type {number[]} */
  const allowed = JSON.parse(game.dataset.seats ?? "{}")[game.value] ?? [];
  for (const option of seats.options) option.hidden = option.disabled = !allowed.includes(Number(option.value));
  const chosen = Number(seats.value);
  if (allowed.length && !allowed.includes(chosen))
    seats.value = String(allowed.reduce((best, one) => (Math.abs(one - chosen) < Math.abs(best - chosen) ? one : best)));
}

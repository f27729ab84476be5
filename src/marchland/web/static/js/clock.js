// Clocks and deadlines count down here, by the server's time: a device's own clock may be wrong, or be put right meanwhile.
// @ts-check

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @type {[number, Intl.RelativeTimeFormatUnit][]} */
const UNITS = [[DAY, "day"], [HOUR, "hour"], [MINUTE, "minute"]];

/** When the server's clock and the browser's stopwatch both stood at nought, as well as it is known. */
let origin = -Infinity;

/**
 * What the server's clock showed when it answered. The answer took a while to arrive, so that the latest origin is the nearest.
 * @param {number | string | undefined} shown thousandths of a second @param {number} [heard] on the stopwatch
 */
export function hear(shown, heard = performance.now()) {
  if (shown) origin = Math.max(origin, Number(shown) - heard);
}

/** What the server's clock shows now. */
export function now() {
  return origin + performance.now();
}

/** @param {number} left @param {number} unit */
function digits(left, unit) {
  return String(Math.floor(left / unit) % 60).padStart(2, "0");
}

/**
 * As a chess clock shows it. What is begun of the last second counts: nought is nought.
 * @param {number} left
 */
export function on_clock(left) {
  const whole = Math.ceil(left / SECOND) * SECOND;
  const hours = Math.floor(whole / HOUR);
  return hours ? `${hours}:${digits(whole, MINUTE)}:${digits(whole, SECOND)}` : `${Math.floor(whole / MINUTE)}:${digits(whole, SECOND)}`;
}

const language = document.documentElement.lang || undefined;

/**
 * Made when it is first needed: what a browser knows of a language takes long to load, and most pages show no time at all.
 * @template T @param {() => T} make @returns {() => T}
 */
function once(make) {
  /** @type {T | undefined} */ let made;
  return () => (made ??= make());
}

const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: "always" }));
const near = once(() => new Intl.DateTimeFormat(language, { weekday: "short", hour: "numeric", minute: "2-digit" }));
const far = once(() => new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }));
const exact = once(() => new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" }));

/** @param {number} due @param {number} left */
function in_words(due, left) {
  const [unit, name] = UNITS.find(([length]) => left >= 2 * length) ?? [SECOND, "second"];
  return `${relative().format(Math.floor(left / unit), name)} · ${(left < 6 * DAY ? near() : far()).format(due)}`;
}

/** @param {HTMLTimeElement} time */
function show(time) {
  const due = Date.parse(time.dateTime);
  const left = due - now();
  const text = left <= 0 ? (time.dataset.late ?? "0:00") : "clock" in time.dataset ? on_clock(left) : in_words(due, left);
  if (time.textContent !== text) time.textContent = text;
  if (!time.title) time.title = exact().format(due);
  time.classList.toggle("late", left <= 0);
  time.classList.toggle("soon", left > 0 && left < ("clock" in time.dataset ? MINUTE : HOUR));
}

/** All that is shown of time, as it is now. */
export function tick() {
  for (const time of document.querySelectorAll("time[data-due]")) show(/** @type {HTMLTimeElement} */(time));
}

/** The page was made while it was on its way: by the stopwatch, when its first byte came. */
function begin() {
  const made = /** @type {HTMLElement | null} */ (document.querySelector("[data-now]"))?.dataset.now;
  const loading = performance.getEntriesByType("navigation")[0];
  hear(made, loading instanceof PerformanceNavigationTiming ? loading.responseStart : undefined);
  if (origin === -Infinity) origin = Date.now() - performance.now();
  tick();
  setInterval(() => { if (!document.hidden) tick(); }, SECOND);
  document.addEventListener("visibilitychange", tick);
}

begin();

// The site as an app: its worker is at work from the first page of lists or news that is opened.
// @ts-check

/** The worker's registration; null where a browser has none, or the site is open without TLS elsewhere than at home. */
export const registered = navigator.serviceWorker?.register("/sw.js").catch(() => null) ?? Promise.resolve(null);

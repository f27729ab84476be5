// The worker beside the pages: shows messages that come while no page is open, and a page when there is no network.
// @ts-check

/** @typedef {{title: string, body: string, url: string, tag: string}} News */

const worker = /** @type {any} */ (self);
/** @type {{version: string, offline: string, icon: string, badge: string, files: string[]}} */
const shell = worker.shell;
const SHELF = `marchland-${shell.version}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(stock());
});

/** Nothing of any person's is kept: the page is asked for as by a stranger. */
async function stock() {
  const shelf = await caches.open(SHELF);
  await shelf.addAll(shell.files);
  await shelf.put(shell.offline, await fetch(shell.offline, { credentials: "omit", cache: "reload" }));
}

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(clear().then(() => worker.clients.claim()));
});

async function clear() {
  const old = (await caches.keys()).filter((name) => name.startsWith("marchland-") && name !== SHELF);
  await Promise.all(old.map((name) => caches.delete(name)));
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(fetch(request).catch(offlinePage));
  else if (shell.files.includes(new URL(request.url).pathname)) event.respondWith(fromShelf(request));
});

async function offlinePage() {
  return (await caches.match(shell.offline)) ?? Response.error();
}

/** @param {Request} request */
async function fromShelf(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

worker.addEventListener("push", (/** @type {any} */ event) => {
  /** @type {News} */
  const news = event.data.json();
  const facts = { body: news.body, tag: news.tag, icon: shell.icon, badge: shell.badge, data: { url: news.url } };
  event.waitUntil(worker.registration.showNotification(news.title, facts));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(visit(new URL(event.notification.data.url, worker.location.origin)));
});

/**
 * Go to where there is something to do: in the window that is there already, or in a new one.
 * @param {URL} address
 */
async function visit(address) {
  if (address.origin !== worker.location.origin) return;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((/** @type {any} */ one) => new URL(one.url).pathname === address.pathname);
  if (there) await there.focus();
  else await worker.clients.openWindow(address.href);
}

// The live link: the socket says that something happened, the page fetches what. A lost link is found again by itself.
// @ts-check

const SLOWEST = 8000;
const POLL = 15000;
const HERE = 60000;
/** There is no such table, or none that may be seen any longer. */
const GONE = 4404;
/** Logged out, here or from elsewhere: the page as it stands is no longer this reader's. */
const LOGGED_OUT = 4401;

export class Live {
  /** @param {string} path @param {{news: (message: {kind: string, entry: number}) => void, link: (up: boolean) => void}} does */
  constructor(path, does) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    this.does = does;
    this.wait = 400;
    this.connect();
    window.addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.look(); });
    setInterval(() => { if (!this.up) this.look(); }, POLL);
    setInterval(() => { if (this.up && !document.hidden) this.socket?.send("{}"); }, HERE);
  }

  get up() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  look() {
    this.does.news({ kind: "look", entry: -1 });
    if (!this.up) this.connect();
  }

  connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const socket = (this.socket = new WebSocket(this.address));
    socket.addEventListener("open", () => {
      this.wait = 400;
      this.does.link(true);
    });
    socket.addEventListener("message", (event) => this.does.news(JSON.parse(event.data)));
    socket.addEventListener("close", (closing) => {
      if (closing.code === GONE || closing.code === LOGGED_OUT) location.reload();
      this.does.link(false);
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.connect(), this.wait * (0.7 + Math.random() * 0.6));
      this.wait = Math.min(SLOWEST, this.wait * 2);
    });
  }
}

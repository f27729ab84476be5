// A socket that comes back by itself after a loss.
// @ts-check

/** Call `heard` for every message of a socket; a refusal (4400 and above) is final.
 * @param {string} path
 * @param {(news: {kind: string, slug?: string, begun?: boolean}) => void} heard */
export function listen(path, heard) {
  let pause = 1000;
  const open = () => {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    const beat = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("{}"), 60000);
    socket.addEventListener("open", () => { pause = 1000; });
    socket.addEventListener("message", (message) => heard(JSON.parse(message.data)));
    socket.addEventListener("close", (closing) => {
      clearInterval(beat);
      if (closing.code >= 4400) return;
      setTimeout(open, pause);
      pause = Math.min(pause * 2, 30000);
    });
  };
  open();
}

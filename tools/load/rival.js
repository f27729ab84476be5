// A plain boardgame.io server with a toy game on its FlatFile storage, and one client for each match. Started by rival.py.
// @ts-check
const { fork } = require("child_process");
const path = require("path");

const facts = JSON.parse(process.argv[2]);

/** Each move counts one up and throws a die; the server decides, nothing is guessed beforehand. */
const Toy = {
    name: "toy",
    setup: () => ({ count: 0, last: 0 }),
    moves: {
        step: {
            move: ({ G, random }) => {
                G.count += 1;
                G.last = random.D6();
            },
            client: false,
        },
    },
};

function serve() {
    const { Server, FlatFile, Origins } = require("boardgame.io/server");
    const db = new FlatFile({ dir: path.join(facts.folder, "matches"), logging: false });
    Server({ games: [Toy], db, origins: [Origins.LOCALHOST] }).run(facts.port, () => process.send("open"));
}

/** A match is made when somebody asks for it first. */
function seat(number) {
    const { Client } = require("boardgame.io/client");
    const { SocketIO } = require("boardgame.io/multiplayer");
    const multiplayer = SocketIO({ server: `http://127.0.0.1:${facts.port}` });
    const client = Client({ game: Toy, multiplayer, matchID: `m${number}-${facts.port}`, playerID: "0", numPlayers: 1, debug: false });
    client.start();
    return client;
}

/** One move after the other, each after the last was told; the times go into `took`. */
function play(client, until, took) {
    return new Promise((done) => {
        let asked = 0;
        let known = -1;
        const move = () => {
            if (Date.now() >= until) return done();
            asked = performance.now();
            client.moves.step();
        };
        const later = () => (facts.think ? setTimeout(move, facts.think * 1000 * (0.5 + Math.random())) : setImmediate(move));
        client.subscribe((state) => {
            if (state === null || state.G.count === known) return;
            if (known >= 0) took.push(performance.now() - asked);
            known = state.G.count;
            later();
        });
        setTimeout(done, until - Date.now() + 1000);
    });
}

const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.round(share * (values.length - 1))].toFixed(1);

async function main() {
    const server = fork(__filename, [process.argv[2], "serve"], { silent: true });
    await new Promise((open) => server.once("message", open));
    const clients = [];
    for (let n = 0; n < facts.tables; n += 1) clients.push(seat(n));
    const took = [];
    const until = Date.now() + facts.seconds * 1000;
    await Promise.all(clients.map((client) => play(client, until, took)));
    server.kill("SIGKILL");
    const rate = (took.length / facts.seconds).toFixed(1);
    const loop = facts.think ? "open" : "closed";
    const times = `p50 ${percentile(took, 0.5)} ms, p99 ${percentile(took, 0.99)} ms a move as the player sees it`;
    console.log(`boardgame.io, FlatFile, ${facts.tables} matches of a toy, ${loop} loop: ${rate} moves/s, ${times}`);
    process.exit(0);
}

if (process.argv[3] === "serve") serve();
else main();

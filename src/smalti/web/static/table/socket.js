// The connection to the server: connects, sends each move until it is answered, and connects again by itself.

import { entropy } from "../ask.js";
import { setTime } from "./clocks.js";

const FIRST_WAIT_MS = 250;
const SLOWEST_MS = 5000;
const PING_MS = 20_000;
/** A shorter break, such as a restart of the server, is not worth a word: everything is made up for. */
const QUIET_MS = 5000;
/** The server says that it is back in a moment; not everybody comes back at the same one. */
const RESTART = 1012;
const RESTART_MS = 300;
/** A long answer as it was before it was packed. @param {string} deflated @returns {Promise<any>} */
function unpacked(deflated) {
  const bytes = Uint8Array.from(atob(deflated), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/** What the server knows no answer to yet is asked again after this time. */
const AGAIN_MS = 1000;

export class Connection {
  /** @param {string} table @param {(message: any) => void} receive @param {(online: boolean) => void} state @param {ReturnType<typeof import("./thinking.js").newThinking>} thinking */
  constructor(table, receive, state, thinking) {
    this.table = table;
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}`;
    this.receive = receive;
    this.state = state;
    this.thinking = thinking;
    /** @type {Map<string, string>} */
    this.unanswered = new Map();
    this.wait = FIRST_WAIT_MS;
    this.heard = true;
    /** When the server was last asked what time it is. */
    this.asked = 0;
    /** Whether this browser has added to chance. */
    this.added = false;
    /** The table as somebody who sits there was last sent it. @type {number|undefined} */
    this.number = undefined;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.worry = undefined;
    this.open();
    addEventListener("online", () => this.again(0));
    addEventListener("offline", () => (this.state(false), this.socket?.close()));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && (this.again(0), this.look()));
    setInterval(() => this.ping(), PING_MS);
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT_MS;
      this.heard = true;
      clearTimeout(this.worry);
      this.worry = undefined;
      this.state(true);
      this.thinking.offer((message) => this.tell(message));
      for (const text of this.unanswered.values()) socket.send(text);
      this.ping();
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      this.heard = true;
      if (this.thinking.hears(message, (answer) => this.tell(answer))) return;
      if (message.type === "pong") return setTime(message.now, this.asked, Date.now());
      if (message.type === "packed") return void unpacked(message.deflated).then((whole) => this.hear(whole));
      if (message.type === "unknown") this.later(message.id);
      else if (message.id) this.unanswered.delete(message.id);
      this.hear(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return; // a newer connection took its place
      this.worry ??= setTimeout(() => this.state(false), QUIET_MS);
      this.again(event.code === RESTART ? Math.random() * RESTART_MS : this.wait);
      this.wait = Math.min(this.wait * 2, SLOWEST_MS);
    };
  }

  /** Adds this browser's own part to chance, once: the secret was drawn before, and its fingerprint came with the table. @param {any} message */
  hear(message) {
    if (message.may_add && !this.added) {
      this.added = true;
      this.ask({ type: "add", text: entropy() });
    }
    this.receive(message);
    if (message.type !== "table") return;
    this.number = message.mine.length ? message.number : undefined;
    this.look();
  }

  /** Says that somebody has the table before their eyes as it stands: nobody has to tell them elsewhere. */
  look() {
    if (this.number !== undefined && document.visibilityState === "visible") this.tell({ type: "saw", number: this.number });
  }

  /** Connects again after a while, unless it is connected. @param {number} wait */
  again(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if ((this.socket?.readyState ?? WebSocket.CLOSED) >= WebSocket.CLOSING) this.open();
    }, wait);
  }

  /** Sends again what the server cannot tell yet whether it is stored: with its id it is done once. @param {string} id */
  later(id) {
    setTimeout(() => {
      const text = this.unanswered.get(id);
      if (text && this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    }, AGAIN_MS);
  }

  /** A connection that says nothing for a while is taken for dead. */
  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (!this.heard) {
      this.socket.onclose?.(new CloseEvent("close"));
      this.socket.close();
      return;
    }
    this.heard = false;
    this.asked = Date.now();
    this.tell({ type: "ping" });
    this.look();
  }

  /** Says something once; if the connection is down it is not said. @param {any} message */
  tell(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** The table at a point of the game. @param {number} ply @returns {Promise<any>} */
  async past(ply) {
    const answer = await fetch(`/api/tables/${this.table}/at/${ply}`);
    return answer.ok ? answer.json() : null;
  }

  /** Sends something that will be sent again until it is answered. @param {any} message @returns {string} its id */
  ask(message) {
    const id = crypto.randomUUID?.() ?? entropy();
    const text = JSON.stringify({ ...message, id });
    this.unanswered.set(id, text);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    return id;
  }
}

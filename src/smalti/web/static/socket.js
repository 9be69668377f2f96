// The line to the server: connects, sends each move until it is answered, and connects again by itself.

const SLOWEST_MS = 5000;

export class Line {
  /** @param {string} table @param {(message: any) => void} receive @param {(online: boolean) => void} state */
  constructor(table, receive, state) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}`;
    this.receive = receive;
    this.state = state;
    /** @type {Map<string, string>} */
    this.unanswered = new Map();
    this.wait = 250;
    this.open();
    addEventListener("online", () => this.again(0));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.again(0));
  }

  open() {
    this.socket = new WebSocket(this.address);
    this.socket.onopen = () => {
      this.wait = 250;
      this.state(true);
      for (const text of this.unanswered.values()) this.socket?.send(text);
    };
    this.socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.id) this.unanswered.delete(message.id);
      this.receive(message);
    };
    this.socket.onclose = () => {
      this.state(false);
      this.again(this.wait);
      this.wait = Math.min(this.wait * 2, SLOWEST_MS);
    };
  }

  /** Connects again after a while, unless it is connected. @param {number} wait */
  again(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.socket?.readyState === WebSocket.CLOSED) this.open();
    }, wait);
  }

  /** Sends something that will be sent again until it is answered. @param {any} message @returns {string} its id */
  ask(message) {
    const id = crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
    const text = JSON.stringify({ ...message, id });
    this.unanswered.set(id, text);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    return id;
  }
}

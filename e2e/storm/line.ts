import { WebSocket } from 'ws';

/** What a client needs to know of where it stands: addresses change when the product is started again on another proxy. */
export interface Where {
  /** The product's origin, for REST and as the page's origin. */
  origin: string;
  /** The breaking network's port, for the websocket. */
  socketPort: number;
}

export interface LineOptions {
  where: Where;
  app: 'agent-web' | 'widget';
  /** A fresh ticket; rejects while the server is away. */
  ticket(): Promise<string>;
  heard(frame: { type: string; id: string; payload: unknown }): void;
  /** After each connect, before anything else is sent. */
  opened(): Promise<void>;
}

const ANSWER_WITHIN = 3000;

/** A websocket that comes back for ever, as our clients do, with answers by frame id. */
export class Line {
  readonly #options: LineOptions;
  readonly #answers = new Map<string, (frame: { type: string; payload: unknown } | null) => void>();
  #socket: WebSocket | null = null;
  #stopped = false;
  #ids = 0;
  /** How often it had to connect. */
  connects = 0;

  constructor(options: LineOptions) {
    this.#options = options;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      await this.#once().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400));
    }
  }

  async #once(): Promise<void> {
    const { where, app } = this.#options;
    const ticket = await this.#options.ticket();
    const url = `ws://127.0.0.1:${where.socketPort}/api/ws?app=${app}&v=2&token=${encodeURIComponent(ticket)}`;
    const socket = new WebSocket(url, { origin: where.origin, handshakeTimeout: 3000 });
    const ping = setInterval(() => this.tell('Ping', {}), 2000);
    try {
      await new Promise<void>((resolve, reject) => {
        socket.on('open', () => {
          this.#socket = socket;
          this.connects++;
          this.#options.opened().catch(() => socket.terminate());
        });
        socket.on('message', (data) => this.#hear(data.toString()));
        socket.on('error', reject);
        socket.on('close', () => resolve());
      });
    } finally {
      clearInterval(ping);
      this.#socket = null;
      for (const answer of this.#answers.values()) answer(null);
      this.#answers.clear();
      socket.terminate();
    }
  }

  #hear(text: string): void {
    const frame = JSON.parse(text) as { type: string; id: string; payload: unknown };
    if (frame.id !== '') {
      this.#answers.get(frame.id)?.(frame);
      this.#answers.delete(frame.id);
    }
    this.#options.heard(frame);
  }

  tell(type: string, payload: unknown, id = ''): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type, id, payload }));
  }

  /** The answer, or null when the line broke or nothing came in time: whoever asks must ask again. */
  ask(type: string, payload: unknown): Promise<{ type: string; payload: unknown } | null> {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null);
    const id = `${++this.#ids}`;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#answers.delete(id);
        resolve(null);
      }, ANSWER_WITHIN);
      this.#answers.set(id, (frame) => {
        clearTimeout(timer);
        resolve(frame);
      });
      this.tell(type, payload, id);
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#socket?.terminate();
  }
}

import type { Socket } from 'node:net';

const LF = 0x0a;

/** A connection whose client speaks in lines, between which bytes may stand (IMAP's literals). */
export class Wire {
  readonly socket: Socket;
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.socket = socket;
    // Whoever speaks hears of the end by reading.
    socket.on('error', () => undefined);
    this.#chunks = socket[Symbol.asyncIterator]();
  }

  /** Without its end. Null: the client is gone. */
  async line(): Promise<string | null> {
    for (;;) {
      const end = this.#held.indexOf(LF);
      if (end >= 0) {
        const line = this.#held.subarray(0, end).toString('utf8');
        this.#held = this.#held.subarray(end + 1);
        return line.endsWith('\r') ? line.slice(0, -1) : line;
      }
      const more = await this.#more();
      if (!more) return null;
      this.#held = Buffer.concat([this.#held, more]);
    }
  }

  /** So many bytes. Null: the client is gone. */
  async bytes(count: number): Promise<Buffer | null> {
    const pieces = [this.#held];
    let length = this.#held.length;
    while (length < count) {
      const more = await this.#more();
      if (!more) return null;
      pieces.push(more);
      length += more.length;
    }
    const all = Buffer.concat(pieces);
    this.#held = all.subarray(count);
    return all.subarray(0, count);
  }

  say(line: string): void {
    this.write(Buffer.from(`${line}\r\n`, 'utf8'));
  }

  write(bytes: Buffer): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  end(): void {
    this.socket.end();
  }

  cut(): void {
    this.socket.destroy();
  }

  async #more(): Promise<Buffer | null> {
    const next = await this.#chunks.next().catch(() => ({ done: true, value: undefined }));
    return next.done ? null : (next.value as Buffer);
  }
}

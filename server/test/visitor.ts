import type { VisitorReceives } from '@parley/contract';
import { WebSocket } from 'ws';
import { messageId } from './people.ts';

/** A visitor of one widget, who calls what the chat in the page calls. */
export class TestVisitor {
  readonly frames: VisitorReceives[] = [];
  readonly secret: string;
  readonly #origin: string;
  readonly #network: string | null;
  #socket: WebSocket | null = null;

  /** @param network from which they come, as a proxy on the server's machine would say; this machine's by default */
  constructor(origin: string, secret: string, network: string | null = null) {
    this.#origin = origin;
    this.secret = secret;
    this.#network = network;
  }

  static async arrive(origin: string, widgetId: string, network: string | null = null): Promise<TestVisitor> {
    const { body } = await new TestVisitor(origin, '', network).call('POST', 'sessions', { widgetId });
    return new TestVisitor(origin, (body as { secret: string }).secret, network);
  }

  async call(method: string, path: string, body?: unknown): Promise<{ status: number; key: string | undefined; body: unknown }> {
    const answer = await fetch(`${this.#origin}/api/visitor/${path}`, {
      method,
      headers: {
        ...(this.#network === null ? {} : { 'x-forwarded-for': this.#network }),
        ...(this.secret === '' ? {} : { 'x-visitor-secret': this.secret }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const said = (await answer.json()) as { message?: string };
    return { status: answer.status, key: said.message, body: said };
  }

  /** Uploads a file without sending it. */
  async upload(bytes: Uint8Array<ArrayBuffer>): Promise<{ status: number; key: string | undefined }> {
    const answer = await fetch(`${this.#origin}/api/visitor/files?name=a.png`, {
      method: 'POST',
      headers: { 'x-visitor-secret': this.secret, ...(this.#network === null ? {} : { 'x-forwarded-for': this.#network }) },
      body: bytes,
    });
    const said = (await answer.json()) as { message?: string };
    return { status: answer.status, key: said.message };
  }

  /** The same session, as it goes on from another network. */
  from = (network: string) => new TestVisitor(this.#origin, this.secret, network);

  say = (text: string) => this.call('POST', 'messages', { clientMessageId: messageId(), text });

  /** Opens the socket. @param network from which, when that is another than the rest comes from */
  async connect(network = this.#network): Promise<void> {
    const { body } = await this.call('POST', 'tickets');
    const url = `${this.#origin.replace('http', 'ws')}/api/ws?app=widget&v=2&token=${encodeURIComponent((body as { ticket: string }).ticket)}`;
    const socket = new WebSocket(url, { origin: this.#origin, headers: network === null ? {} : { 'x-forwarded-for': network } });
    this.#socket = socket;
    socket.on('message', (data) => this.frames.push(JSON.parse(data.toString())));
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  }

  send(type: string, payload: unknown): void {
    this.#socket?.send(JSON.stringify({ type, id: messageId(), payload }));
  }

  leave(): void {
    this.#socket?.close();
  }
}

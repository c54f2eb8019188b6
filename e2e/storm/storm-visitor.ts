import type { VisitorEvent, VisitorHistory, VisitorReceives } from '@parley/contract';
import { Line, type Where } from './line.ts';

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Stored, as socket or REST answers it. Null and passing troubles are to be asked again; what does not fit is a fault of this test. */
export function isAcknowledged(answer: unknown): boolean {
  if (answer === null || typeof answer !== 'object') return false;
  if (!('type' in answer)) return true;
  if (answer.type === 'VALIDATION') throw new Error(`refused: ${JSON.stringify(answer)}`);
  return answer.type === 'Ack';
}

export const PARTING = 'Thank you, goodbye.';

/** A visitor who writes so many messages, each until it is acknowledged, and holds what the chat would show. */
export class StormVisitor {
  readonly events = new Map<string, VisitorEvent>();
  readonly written: string[] = [];
  readonly #where: Where;
  readonly #line: Line;
  readonly secret: string;
  /** Up to where this visitor was told that its report of having seen was taken. */
  seenUpTo = 0;

  constructor(where: Where, secret: string) {
    this.#where = where;
    this.secret = secret;
    this.#line = new Line({
      where,
      app: 'widget',
      ticket: async () => ((await this.#call('POST', '/visitor/tickets')) as { ticket: string }).ticket,
      heard: (frame) => this.#hear(frame as VisitorReceives),
      opened: async () => {
        await this.readAll();
      },
    });
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#where.origin}/api${path}`, {
      method,
      headers: { 'x-visitor-secret': this.secret, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5000),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  }

  #hear(frame: VisitorReceives): void {
    if (frame.type === 'Text') this.#take(frame.payload.event);
    if (frame.type === 'MessageStatus') {
      const { from, channelSeq, status } = frame.payload;
      for (const event of this.events.values()) {
        if ((event.from === 'VISITOR') === (from === 'VISITOR') && event.channelSeq <= channelSeq && event.status !== 'SEEN') {
          this.events.set(event.id, { ...event, status });
        }
      }
    }
  }

  #take(event: VisitorEvent): void {
    this.events.set(event.id, event);
    if (event.from === 'AGENT') void this.#see(event.channelSeq);
  }

  /** Reports what was seen; a report that is not answered is made again with the next reading. */
  async #see(channelSeq: number): Promise<void> {
    const answer = await this.#line.ask('Seen', { channelSeq });
    if (answer?.type === 'Ack') this.seenUpTo = Math.max(this.seenUpTo, channelSeq);
  }

  /** Every page of the history, and a report of what was seen. */
  async readAll(): Promise<VisitorEvent[]> {
    const all: VisitorEvent[] = [];
    let before = '';
    for (;;) {
      const page = (await this.#call('GET', `/visitor/history${before}`)) as VisitorHistory;
      all.unshift(...page.content);
      const first = page.content[0];
      if (page.last || !first) break;
      before = `?before=${first.channelSeq}`;
    }
    for (const event of all) this.events.set(event.id, event);
    const newest = all.filter((event) => event.from === 'AGENT').at(-1);
    if (newest && newest.channelSeq > this.seenUpTo) void this.#see(newest.channelSeq);
    return all;
  }

  /** Writes `count` messages one after the other, by socket first and by REST when that does not answer, as the widget does. */
  async write(name: string, count: number): Promise<void> {
    for (let index = 1; index <= count; index++) {
      const message = {
        clientMessageId: `${name.replace(' ', '-')}-${index}-${Math.random().toString(36).slice(2, 10)}`,
        text: `${name} says ${index}`,
      };
      this.written.push(message.text);
      await this.#send(message);
      await pause(Math.random() * 250);
    }
  }

  async #send(message: { clientMessageId: string; text: string }): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const answer =
        attempt % 2 === 0
          ? await this.#line.ask('Text', message)
          : await this.#call('POST', '/visitor/messages', message).catch(() => null);
      if (isAcknowledged(answer)) return;
      await pause(200 + Math.random() * 300);
    }
  }

  /** A last word, to which nobody answers. */
  part(name: string): Promise<void> {
    return this.#send({ clientMessageId: `${name.replace(' ', '-')}-parts-${Math.random().toString(36).slice(2, 10)}`, text: PARTING });
  }

  stop(): void {
    this.#line.stop();
  }
}

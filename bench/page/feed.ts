import { askInTurn, type HttpLine, openLine } from '../http-line.ts';
import { type AgentsEnd, openAgentsEnd } from '../webhook/agents-end.ts';
import type { ParleyWebhook } from '../webhook/parley.ts';
import { SIGNATURE, sign } from '../webhook/signature.ts';

const CONNECTIONS = 16;
/** So many rooms stand at the top of the list in the order of their messages, whenever something was brought. */
export const ORDERED = 8;

/** Customers who write in turn, so that each message takes its room from the end of the list to its top. */
export interface Feed {
  /** Brings so many messages as fast as they are taken, and waits until the agent's socket was told each once, in order. */
  bring(count: number): Promise<void>;
  /** Brings messages at a fixed pace until it is stopped. */
  keepUp(perSecond: number): { stop(): Promise<void> };
  /** Rooms with the number of their newest message, newest first. */
  newest(count: number): Array<{ roomId: string; message: number }>;
  close(): void;
}

export async function openFeed({ server, customers, roomIds, ticket }: ParleyWebhook, secret: string): Promise<Feed> {
  const end: AgentsEnd = await openAgentsEnd(server.url, ticket);
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(server.url)));
  let brought = 0;

  async function say(line: HttpLine, number: number): Promise<void> {
    const from = customers[number % customers.length] as string;
    const text = `~${number}~ Good morning, is the blue one in stock, and when would it be here?`;
    const body = JSON.stringify({ id: `page-${number}`, from, name: 'Maria', text });
    const headers = { 'content-type': 'application/json', [SIGNATURE]: sign(secret, body) };
    const { status } = await line.ask({ method: 'POST', path: '/webhook', headers, body });
    if (status !== 200) throw new Error(`a delivery was answered ${status}`);
  }

  /** Those that come side by side may change places on the way; the last come one by one, so that the top of the list is known. */
  async function bring(count: number): Promise<void> {
    const together = count - ORDERED;
    if (together > 0) await bringTogether(together);
    for (let left = Math.min(count, ORDERED); left > 0; left--) await bringTogether(1);
  }

  async function bringTogether(count: number): Promise<void> {
    const first = brought;
    brought += count;
    const arrived = end.expect(first, count, customers.length);
    // Its failure is thrown below, when all were brought.
    arrived.catch(() => {});
    await askInTurn(count, lines, (line, index) => say(line, first + index));
    await arrived;
  }

  return {
    bring,
    keepUp(perSecond) {
      let isWanted = true;
      const begun = performance.now();
      let said = 0;
      const run = async () => {
        while (isWanted) {
          const due = Math.floor(((performance.now() - begun) * perSecond) / 1000) - said;
          if (due > 0) {
            said += due;
            // One after the other: the order in which rooms come to the top is the order of the numbers.
            for (let left = due; left > 0; left--) await bring(1);
          }
          await new Promise((resolve) => setTimeout(resolve, 500 / perSecond));
        }
      };
      const running = run();
      running.catch(() => {});
      return {
        stop() {
          isWanted = false;
          return running;
        },
      };
    },
    newest: (count) =>
      Array.from({ length: count }, (_, back) => brought - 1 - back)
        .filter((message) => message >= 0)
        .map((message) => ({ roomId: roomIds[message % roomIds.length] as string, message })),
    close() {
      end.close();
      for (const line of lines) line.close();
    },
  };
}

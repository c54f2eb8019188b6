import { once } from 'node:events';
import { WebSocket } from 'ws';
import { numberIn } from '../chat/chat.ts';

/** The agent's socket, which must be told of everything once, and of each customer's messages in their order. */
export interface AgentsEnd {
  /** Resolves when the messages `first` to `first + count - 1` have come; rejects for what comes twice or too early. */
  expect(first: number, count: number, customers: number): Promise<void>;
  close(): void;
}

const PING_EVERY = 5000;
const SILENCE_LIMIT = 30_000;

export async function openAgentsEnd(origin: string, ticket: string): Promise<AgentsEnd> {
  const url = `${origin.replace('http', 'ws')}/api/ws?app=agent-web&v=2&token=${encodeURIComponent(ticket)}`;
  const socket = new WebSocket(url, { origin, perMessageDeflate: false });
  let hear: (message: number) => void = () => {};
  socket.on('message', (data: Buffer) => {
    const text = data.toString('latin1');
    const found = text.startsWith('{"type":"Text"') ? numberIn(text) : null;
    if (found) hear(found.message);
  });
  await once(socket, 'open');
  const pings = setInterval(() => socket.send(JSON.stringify({ type: 'Ping', id: '', payload: {} })), PING_EVERY);
  return {
    expect(first, count, customers) {
      const next = new Map<number, number>();
      let left = count;
      return new Promise((resolve, reject) => {
        const late = setInterval(() => {
          if (performance.now() - lastAt > SILENCE_LIMIT) settle(() => reject(new Error(`${left} messages never came to the agent`)));
        }, 1000);
        let lastAt = performance.now();
        const settle = (work: () => void) => {
          clearInterval(late);
          hear = () => {};
          work();
        };
        hear = (message) => {
          lastAt = performance.now();
          const customer = message % customers;
          const due = next.get(customer) ?? first + ((((customer - first) % customers) + customers) % customers);
          if (message !== due)
            return settle(() => reject(new Error(`the agent was told ${message} of customer ${customer} instead of ${due}`)));
          next.set(customer, message + customers);
          if (--left === 0) settle(resolve);
        };
      });
    },
    close() {
      clearInterval(pings);
      socket.terminate();
    },
  };
}

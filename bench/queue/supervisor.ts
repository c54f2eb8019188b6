import { once } from 'node:events';
import type { AgentReceives } from '@parley/contract';
import { WebSocket } from 'ws';

const PING_EVERY = 5000;

/** The socket of somebody who looks on and resolves for others. */
export interface Supervisor {
  /** Sends a frame; the answer's kind. */
  ask(type: string, payload: unknown): Promise<string>;
  close(): void;
}

/** @param hear is told of every frame that answers nothing */
export async function openSupervisor(origin: string, token: string, hear: (frame: AgentReceives) => void): Promise<Supervisor> {
  const answer = await fetch(`${origin}/api/realtime/tickets`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  const { ticket } = (await answer.json()) as { ticket: string };
  const url = `${origin.replace('http', 'ws')}/api/ws?app=agent-web&v=2&token=${encodeURIComponent(ticket)}`;
  const socket = new WebSocket(url, { origin, perMessageDeflate: false });
  const asked = new Map<string, (type: string) => void>();
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as AgentReceives;
    const answered = asked.get(frame.id);
    asked.delete(frame.id);
    if (answered) answered(frame.type);
    else hear(frame);
  });
  await once(socket, 'open');
  const send = (type: string, id: string, payload: unknown) => socket.send(JSON.stringify({ type, id, payload }));
  const pings = setInterval(() => send('Ping', '', {}), PING_EVERY);
  let ids = 0;
  return {
    ask: (type, payload) =>
      new Promise((resolve) => {
        const id = `ask-${++ids}`;
        asked.set(id, resolve);
        send(type, id, payload);
      }),
    close() {
      clearInterval(pings);
      socket.terminate();
    },
  };
}

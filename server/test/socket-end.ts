import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface Frame {
  type: string;
  id: string;
  payload: Record<string, unknown>;
}

export interface SocketEnd {
  send(type: string, payload: unknown, id?: string): void;
  /** The first frame that fits, now or later. */
  frame(fits: (frame: Frame) => boolean): Promise<Frame>;
  close(): void;
}

/** A socket of either application, opened by a ticket that somebody has asked for. */
export async function openSocket(origin: string, app: 'agent-web' | 'widget', ticket: string): Promise<SocketEnd> {
  const ws = new WebSocket(`${origin.replace('http', 'ws')}/api/ws?app=${app}&v=2&token=${encodeURIComponent(ticket)}`, { origin });
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  ws.on('message', (data) => {
    frames.push(JSON.parse(data.toString()));
    for (const look of waiting) look();
  });
  await once(ws, 'open');
  const frame = (fits: (frame: Frame) => boolean) =>
    new Promise<Frame>((found) => {
      const look = () => {
        const one = frames.find(fits);
        if (!one) return;
        waiting.delete(look);
        found(one);
      };
      waiting.add(look);
      look();
    });
  const send = (type: string, payload: unknown, id = type) => ws.send(JSON.stringify({ type, id, payload }));
  // Answered only once the socket hears what is said.
  send('Ping', {});
  await frame(({ type }) => type === 'Pong');
  return { send, frame, close: () => ws.close() };
}

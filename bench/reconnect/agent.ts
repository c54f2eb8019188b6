import { once } from 'node:events';
import type { Socket as TcpSocket } from 'node:net';
import type { AgentReceives, HeldRoom } from '@parley/contract';
import { heldWords, ROOM_LIST_SIZE } from '@parley/contract';
import { WebSocket } from 'ws';
import { retryDelay } from '../../web/src/realtime/retry-delay.ts';
import { openLine } from '../http-line.ts';
import type { Person } from './parley.ts';

/** How somebody's page has come back: what it took over the wire both ways, and what it was told. */
export interface CameBack {
  bytes: number;
  events: number;
}

export interface Agent {
  readonly person: Person;
  /** Opens the socket as the page does: a ticket by REST on a fresh connection, then the handshake. */
  open(): Promise<void>;
  /** The line is gone, from one moment to the next. */
  cut(): void;
  /** Comes back after the page's own pause and says what is held. Rejects when anything but what was missed is told. */
  catchUp(held: readonly HeldRoom[], changed: readonly string[]): Promise<CameBack>;
  /** The same, but reads everything anew that a page shows: the lists of one's work, and the newest of the rooms in which something happened. */
  reload(rooms: number, changed: readonly string[]): Promise<CameBack>;
}

const WORK = ['mine', 'waiting', 'snoozed'];

export function agentOf(origin: string, person: Person): Agent {
  let socket: WebSocket | null = null;
  const headers = { authorization: `Bearer ${person.token}` };

  /** @returns bytes of the ticket and the handshake */
  async function open(): Promise<number> {
    const line = await openLine(origin);
    const { status, body } = await line.ask({ method: 'POST', path: '/api/realtime/tickets', headers });
    const bytes = line.bytes();
    line.close();
    if (status !== 200) throw new Error(`the ticket was answered ${status}`);
    const { ticket } = JSON.parse(body) as { ticket: string };
    const url = `${origin.replace('http', 'ws')}/api/ws?app=agent-web&v=2&token=${encodeURIComponent(ticket)}`;
    socket = new WebSocket(url, { origin, perMessageDeflate: false });
    await once(socket, 'open');
    return bytes;
  }

  const bytesOfSocket = (): number => {
    const { bytesRead, bytesWritten } = (socket as unknown as { _socket: TcpSocket })._socket;
    return bytesRead + bytesWritten;
  };

  async function answerTo(payload: unknown): Promise<Extract<AgentReceives, { type: 'RoomState' }>['payload']> {
    const open = socket as WebSocket;
    open.send(JSON.stringify({ type: 'RoomState', id: 'held', payload }));
    for (;;) {
      const [data] = (await once(open, 'message')) as [Buffer];
      const frame = JSON.parse(data.toString()) as AgentReceives;
      if (frame.id !== 'held') continue;
      if (frame.type !== 'RoomState') throw new Error(`RoomState was answered ${frame.type}`);
      return frame.payload;
    }
  }

  const pause = () => new Promise((resolve) => setTimeout(resolve, retryDelay(0, Math.random())));

  return {
    person,
    async open() {
      await open();
    },
    cut() {
      socket?.terminate();
      socket = null;
    },
    async catchUp(held, changed) {
      await pause();
      const before = await open();
      const { changes, reload, gone } = await answerTo({ rooms: held.map(heldWords) });
      const told = changes.map(({ room }) => room.id).sort();
      if (told.join() !== [...changed].sort().join() || reload.length + gone.length > 0)
        throw new Error(
          `of ${changed.length} rooms with something new ${told.length} were told, ${reload.length} to be read, ${gone.length} gone`,
        );
      return { bytes: before + bytesOfSocket(), events: changes.reduce((sum, { events }) => sum + events.length, 0) };
    },
    async reload(rooms, changed) {
      await pause();
      const before = await open();
      const line = await openLine(origin);
      const read = async (path: string) => {
        const { status, body } = await line.ask({ method: 'GET', path: `/api/${path}`, headers });
        if (status !== 200) throw new Error(`${path} was answered ${status}`);
        return (JSON.parse(body) as { content: unknown[] }).content;
      };
      let count = 0;
      for (const view of WORK) {
        const query = `include=PARTICIPANTS,CONVERSATIONS&sort=lastEventTimestamp,desc&view=${view}&size=${ROOM_LIST_SIZE}`;
        count += (await read(`rooms?${query}`)).length;
      }
      if (count !== rooms) throw new Error(`${count} of ${rooms} rooms were read`);
      let events = 0;
      for (const id of changed) events += (await read(`rooms/${id}/history?size=30&page=0&private_messages=false`)).length;
      const bytes = before + bytesOfSocket() + line.bytes();
      line.close();
      return { bytes, events };
    },
  };
}

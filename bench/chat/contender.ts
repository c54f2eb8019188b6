import { percentile } from '../arithmetic.ts';
import { cpuMicros } from '../machine/cpu.ts';
import type { Contender } from '../rounds.ts';
import type { Chat } from './chat.ts';
import { closedLoop, paced } from './load.ts';

/** A chat server with its people, ready to be measured. */
export interface ChatSide {
  name: string;
  chat: Chat;
  /** Its processes and PostgreSQL's: while it is measured PostgreSQL works for it alone. */
  pids: readonly number[];
  /** What it has stored since it was last asked, by room, in the stored order. */
  stored(): Promise<number[][]>;
  close(): Promise<void>;
}

export interface ChatLoad {
  count: number;
  inFlight: number;
  pacedCount: number;
  perSecond: number;
}

export const RATE = 'messages/s';
export const CPU = 'CPU µs/message';
export const TAIL = 'p99 to all, ms';

/** One round: as fast as it goes, then at a fixed pace; what was stored must be what everybody heard, in the same order. */
export function chatContender(side: ChatSide, load: ChatLoad): Contender {
  return {
    name: side.name,
    async round() {
      const before = cpuMicros(side.pids);
      const rate = await closedLoop(side.chat, load);
      const cpu = (cpuMicros(side.pids) - before) / load.count;
      const times = await paced(side.chat, { count: load.pacedCount, perSecond: load.perSecond });
      await requireSame(side);
      return { [RATE]: rate, [CPU]: cpu, [TAIL]: percentile(times, 0.99) };
    },
  };
}

async function requireSame({ name, chat, stored }: ChatSide): Promise<void> {
  const heard = chat.takeHeard();
  const kept = await stored();
  heard.forEach((messages, room) => {
    const rows = kept[room] ?? [];
    if (rows.length !== messages.length) throw new Error(`${name} stored ${rows.length} of ${messages.length} messages of room ${room}`);
    const index = messages.findIndex((message, place) => message !== rows[place]);
    if (index >= 0) throw new Error(`${name} stored ${rows[index]} where room ${room} heard ${messages[index]}`);
  });
}

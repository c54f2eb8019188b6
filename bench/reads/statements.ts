import type { RoomFilters } from '@parley/contract';
import type { Actor } from '../../server/src/accounts/index.ts';
import { openDatabase, type Reader } from '../../server/src/platform/database.ts';
import { newestEvents } from '../../server/src/rooms/reading/history.ts';
import { listRooms } from '../../server/src/rooms/reading/list.ts';
import { AGENTS, agentId, type ParleyReads, PLACES, roomId, SUPERVISOR } from './parley.ts';
import { pgbenchScript, type Recorded, recording } from './recording.ts';

/** The statements of somebody's request, by asking the rules that answer it. */
async function recorded(
  { appUrl, accountId }: ParleyReads,
  who: Pick<Actor, 'userId' | 'role'>,
  ask: (on: Reader, actor: Actor) => Promise<unknown>,
): Promise<Recorded[]> {
  const db = openDatabase(appUrl, 1);
  const actor: Actor = { ...who, accountId, name: 'Elena Test', features: {} };
  try {
    const statements = await recording(() => ask(db.reader(accountId), actor));
    if (statements.length === 0) throw new Error('no statement was recorded');
    return statements;
  } finally {
    await db.close();
  }
}

const FIRST = { userId: agentId(1), role: 'agent' } as const;

/** The statements behind GET rooms/{id}/history, each time of another room of another agent. */
export async function pageScript(parley: ParleyReads): Promise<string> {
  const room = roomId(1, 1);
  const statements = await recorded(parley, FIRST, (on, actor) =>
    newestEvents(on, actor, { roomId: room, privateMessages: false, size: 30 }),
  );
  const id = (kind: string, number: string) => `('${kind}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
  const any = new Map([
    [room, id('0000000c', ':place * 10 + :agent::int - 1')],
    [agentId(1), id('0000000a', ':agent::int')],
  ]);
  return pgbenchScript(`\\set agent random(1, ${AGENTS})\n\\set place random(1, ${PLACES})\n`, statements, any);
}

/** The statements behind GET rooms?view=mine, of one agent: for several, each connection would have to plan each anew. */
export async function listScript(parley: ParleyReads): Promise<string> {
  const statements = await recorded(parley, FIRST, (on, actor) =>
    listRooms(on, actor, {
      page: 0,
      size: 1000,
      sort: 'lastEventTimestamp,desc',
      include: 'PARTICIPANTS,CONVERSATIONS',
      room_state: 'ASSIGNED',
      view: 'mine',
    }),
  );
  return pgbenchScript('', statements);
}

/** The statements behind a narrowed list of all rooms, as their supervisor asks for it. */
export async function narrowedScript(parley: ParleyReads, filters: RoomFilters, size: number): Promise<string> {
  const statements = await recorded(parley, { userId: SUPERVISOR, role: 'supervisor' }, (on, actor) =>
    listRooms(on, actor, {
      page: 0,
      size,
      sort: 'lastEventTimestamp,desc',
      include: 'PARTICIPANTS,CONVERSATIONS',
      room_state: 'ASSIGNED',
      type: 'EXTERNAL',
      ...filters,
    }),
  );
  return pgbenchScript('', statements);
}

import type { Actor } from '../../server/src/accounts/index.ts';
import { openDatabase, type Reader } from '../../server/src/platform/database.ts';
import { newestEvents, requireVisible } from '../../server/src/rooms/history.ts';
import { listRooms } from '../../server/src/rooms/list.ts';
import { AGENT, type ParleyReads, ROOMS, roomId } from './parley.ts';
import { pgbenchScript, type Recorded, recording } from './recording.ts';

/** The statements of one request, by asking the rules that answer it. */
async function recorded({ appUrl, accountId }: ParleyReads, ask: (on: Reader, actor: Actor) => Promise<unknown>): Promise<Recorded[]> {
  const db = openDatabase(appUrl, 1);
  const actor: Actor = { userId: AGENT, accountId, role: 'agent', name: 'Elena Test 1', features: {} };
  try {
    const statements = await recording(() => ask(db.reader(accountId), actor));
    if (statements.length === 0) throw new Error('no statement was recorded');
    return statements;
  } finally {
    await db.close();
  }
}

/** The statements behind GET rooms/{id}/history, each time of another of the agent's rooms. */
export async function pageScript(parley: ParleyReads): Promise<string> {
  const room = roomId(10);
  const statements = await recorded(parley, async (on, actor) => {
    await requireVisible(on, actor, room);
    await newestEvents(on, room, false, 30);
  });
  const anyRoom = `('0000000c-0000-7000-8000-' || lpad(to_hex(:n * 10), 12, '0'))::uuid`;
  return pgbenchScript(`\\set n random(1, ${ROOMS / 10})\n`, statements, new Map([[room, anyRoom]]));
}

/** The statements behind GET rooms?view=mine. */
export async function listScript(parley: ParleyReads): Promise<string> {
  const statements = await recorded(parley, (on, actor) =>
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

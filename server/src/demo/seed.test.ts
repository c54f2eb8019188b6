import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/database.ts';
import { givenFiles } from '../../test/files.ts';
import { visitorPushes } from '../channels/livechat/index.ts';
import { createLocalBus } from '../platform/bus.ts';
import { createHub } from '../platform/hub.ts';
import { openLog } from '../platform/log.ts';
import { openRooms, type RoomsDeps } from '../rooms/index.ts';
import { routeByDefaultQueue } from '../routing/index.ts';
import { LUMEN } from './people.ts';
import { makeDemo } from './seed.ts';

let database: TestDatabase;
let rooms: RoomsDeps;

beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  const bus = createLocalBus();
  const [hub, log] = [createHub(bus), openLog('silent')];
  rooms = openRooms({ db, hub, log, files: givenFiles(db), customers: visitorPushes({ db, hub, log }) });
  routeByDefaultQueue(db, bus);
});

afterAll(async () => {
  await rooms.lanes.drained();
  await database.drop();
});

it('gives an older demo the widgets that it lacks, and leaves the others as they are', async () => {
  const make = () => makeDemo(rooms, 'http://localhost:8081', () => 'no password');
  const reader = database.db.reader(LUMEN.id);
  const widgets = () => reader.selectFrom('widgets').select(['id', 'language', 'header_text']).orderBy('id').execute();
  expect(await make()).toBe(true);
  const files = await reader.selectFrom('files').select(['name', 'media_type', 'state']).orderBy('id').execute();
  expect(files).toEqual([
    { name: 'абажур „Луна“.png', media_type: 'image/png', state: 'KEPT' },
    { name: 'Invoice 48107.pdf', media_type: 'application/pdf', state: 'KEPT' },
  ]);
  const [english, bulgarian] = await widgets();
  expect([english?.language, bulgarian?.language]).toEqual(['en', 'bg']);
  await reader.deleteFrom('widgets').where('language', '=', 'bg').execute();
  await reader
    .deleteFrom('channel_applications')
    .where('id', '=', bulgarian?.id as string)
    .execute();
  await reader.updateTable('widgets').set({ header_text: 'Ask us' }).execute();
  expect(await make()).toBe(false);
  expect(await widgets()).toEqual([{ ...english, header_text: 'Ask us' }, bulgarian]);
});

it('lets customers have waited as long as the history shows', async () => {
  await makeDemo(rooms, 'http://localhost:8081', () => 'no password');
  const { rows } = await sql<{ waited: number; shown: number }>`
    select c.waited_ms as waited, round(extract(epoch from
      (select max(e.created_at) filter (where e.type = 'USER_ASSIGNED') - min(e.created_at) filter (where e.type = 'ENTER_QUEUE')
        from events e where e.conversation_id = c.id)) * 1000) as shown
    from conversations c where c.waited_ms is not null`.execute(database.db.reader(LUMEN.id));
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(({ waited, shown }) => Number(waited) !== Number(shown))).toEqual([]);
  expect(rows.some(({ waited }) => waited >= 60_000)).toBe(true);
});

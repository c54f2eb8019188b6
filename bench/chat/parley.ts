import { once } from 'node:events';
import type pg from 'pg';
import { WebSocket } from 'ws';
import type { Actor } from '../../server/src/accounts/index.ts';
import { type Database, openDatabase } from '../../server/src/platform/database.ts';
import { appUrl } from '../../server/src/platform/migrate.ts';
import { deriveKey, derivePassword } from '../../server/src/platform/secret.ts';
import { createTickets } from '../../server/src/realtime/index.ts';
import { createInternalRoom } from '../../server/src/rooms/colleagues/internal-rooms.ts';
import { inRooms } from '../../server/src/rooms/index.ts';
import { givenAccount, givenRooms } from '../../server/test/people.ts';
import type { Cluster } from '../machine/cluster.ts';
import { connectTo } from '../machine/owner.ts';
import { startServer } from '../machine/product.ts';
import { type Hearing, type Member, numberIn, openChat, type Shape } from './chat.ts';
import type { ChatSide } from './contender.ts';

/** Clients say that they live this often, as the product's own do. */
const PING_EVERY = 5000;
const SIGNED_IN_FOR = 3_600_000;

/** The product with group rooms full of colleagues, each on the socket that the agents' application opens. */
export async function openParleyChat(cluster: Cluster, shape: Shape, profile: string | undefined): Promise<ChatSide> {
  const database = await cluster.create('parley_chat');
  const server = await startServer(cluster, database, profile);
  const db = openDatabase(appUrl(database.ownerUrl, derivePassword(cluster.secret, 'database:app')));
  const owner = await connectTo(database.ownerUrl);
  const { people, roomIds } = await fillRooms(db, shape);
  // As autovacuum would within a minute.
  await owner.query('analyze');
  const tickets = createTickets(db, deriveKey(cluster.secret, 'realtime:ticket'));
  const chat = await openChat(shape, (room, person, hearing) => {
    const ticket = tickets.forActor({
      actor: (people[room] as Actor[])[person] as Actor,
      expiresAt: Date.now() + SIGNED_IN_FOR,
      sessionId: null,
    });
    return openMember({ origin: server.url, ticket, roomId: roomIds[room] as string, prefix: `${room}-${person}` }, hearing);
  });
  return {
    name: 'Parley',
    chat,
    pids: [server.pid, cluster.pid],
    stored: storedSince(owner, roomIds),
    async close() {
      chat.close();
      await Promise.all([db.close(), owner.end()]);
      await server.stop();
    },
  };
}

async function fillRooms(db: Database, shape: Shape): Promise<{ people: Actor[][]; roomIds: string[] }> {
  const account = await givenAccount(db);
  // Wires the listeners that the transaction below expects.
  givenRooms(db);
  const people: Actor[][] = [];
  const roomIds: string[] = [];
  for (let room = 0; room < shape.rooms; room++) {
    const members = await Promise.all(Array.from({ length: shape.people }, () => account.agent('Elena', { inQueue: false })));
    const [creator, ...others] = members;
    if (!creator) throw new Error('a room needs people');
    people.push(members);
    const users = others.map(({ userId }) => userId);
    roomIds.push(await inRooms(db, account.accountId, (tx) => createInternalRoom(tx, creator, { users, roomType: 'GROUP' })));
  }
  return { people, roomIds };
}

/** What the rooms' events hold beyond what was read before. */
function storedSince(owner: pg.Client, roomIds: readonly string[]): ChatSide['stored'] {
  const read = new Map(roomIds.map((id) => [id, 0]));
  return async () => {
    const { rows } = await owner.query<{ room_id: string; seq: number; message: number }>(
      `select e.room_id, e.seq, split_part(e.message ->> 'text', '~', 2)::int as message
       from unnest($1::uuid[], $2::bigint[]) h(id, seq) join events e on e.room_id = h.id and e.seq > h.seq order by e.room_id, e.seq`,
      [roomIds, roomIds.map((id) => read.get(id))],
    );
    const byRoom = Map.groupBy(rows, (row) => row.room_id);
    for (const [id, list] of byRoom) {
      const before = read.get(id) ?? 0;
      list.forEach((row, index) => {
        if (Number(row.seq) !== before + index + 1) throw new Error(`the places of room ${id} have a hole before ${row.seq}`);
      });
      read.set(id, before + list.length);
    }
    return roomIds.map((id) => (byRoom.get(id) ?? []).map((row) => row.message));
  };
}

interface Seat {
  origin: string;
  ticket: string;
  roomId: string;
  /** Makes this person's message keys different from everybody else's. */
  prefix: string;
}

async function openMember({ origin, ticket, roomId, prefix }: Seat, hearing: Hearing): Promise<Member> {
  const url = `${origin.replace('http', 'ws')}/api/ws?app=agent-web&v=2&token=${encodeURIComponent(ticket)}`;
  const socket = new WebSocket(url, { origin, perMessageDeflate: false, skipUTF8Validation: true });
  let said = 0;
  let acknowledged = 0;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const hear: Record<string, (text: string) => void> = {
    Text: (text) => hearing.heard(numberIn(text)?.message ?? -1),
    Ack: () => {
      if (++acknowledged > said) hearing.failed('a message was acknowledged twice');
    },
    Pong: () => answer(),
  };
  socket.on('message', (data: Buffer) => {
    const text = data.toString('latin1');
    const act = hear[text.slice(9, text.indexOf('"', 9))];
    if (act) act(text);
    else if (/^.{8}"(?:VALIDATION|INVALID_REQUEST)/.test(text)) hearing.failed(`Parley refused a frame: ${text}`);
  });
  let closing = false;
  socket.on('close', (code) => {
    if (!closing) hearing.failed(`Parley closed a socket with ${code}`);
  });
  await once(socket, 'open');
  const send = (type: string, id: string, payload: unknown) => socket.send(JSON.stringify({ type, id, payload }));
  const pings = setInterval(() => send('Ping', '', {}), PING_EVERY);
  // Answered once the ticket is used up and the socket hears its rooms.
  send('Ping', '', {});
  await answered;
  return {
    say(text) {
      const key = `${prefix}-${++said}`;
      send('Text', key, { clientMessageId: `bench-${key}`, roomId, channelId: 'internal', text });
    },
    close() {
      closing = true;
      clearInterval(pings);
      socket.terminate();
    },
  };
}

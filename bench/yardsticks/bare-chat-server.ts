import { once } from 'node:events';
import pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';

// The least that a chat server can do: take a message, store it and the room's place of it, hand it to everybody in the
// room. No accounts, no rights, no repeated sends. STORE says how: `single` is one transaction per message, `grouped`
// stores with one statement what has gathered in each of four lanes meanwhile.
// Says {type:'ready', url} and stops when it is told to or when its parent is gone.

interface Message {
  room: number;
  sender: number;
  text: string;
}

const STORE_ONE = `
  with place as (update rooms set seq = seq + 1 where id = $1 returning seq)
  insert into events (room, seq, sender, text) select $1, seq, $2, $3 from place returning seq`;
const STORE_MANY = `
  with m as (select * from unnest($1::int[], $2::int[], $3::text[]) with ordinality m(room, sender, text, ord)),
  numbered as (select *, row_number() over (partition by room order by ord) as n from m),
  place as (update rooms r set seq = r.seq + t.count from (select room, count(*) from m group by room) t where r.id = t.room returning r.id, r.seq - t.count as before)
  insert into events (room, seq, sender, text) select n.room, p.before + n.n, n.sender, n.text from numbered n join place p on p.id = n.room order by n.ord
  returning room, seq`;
const LANES = 4;
const LARGEST_BATCH = 200;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 });
await pool.query(`
  create table rooms (id integer primary key, seq bigint not null default 0);
  create table events (room integer not null, seq bigint not null, sender integer not null, text text not null,
    at timestamptz not null default clock_timestamp(), primary key (room, seq))`);
await pool.query('insert into rooms select generate_series(0, $1 - 1)', [Number(process.env.ROOMS)]);

const sockets = new Map<number, Set<WebSocket>>();

function tell(message: Message, seq: number): void {
  const text = JSON.stringify({ type: 'Text', seq, ...message });
  for (const socket of sockets.get(message.room) ?? []) socket.send(text);
}

function lane(store: (batch: Message[]) => Promise<number[]>, largest: number): (message: Message) => void {
  const queue: Message[] = [];
  let busy = false;
  async function run(): Promise<void> {
    busy = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, largest);
      const places = await store(batch);
      batch.forEach((message, index) => {
        tell(message, places[index] as number);
      });
    }
    busy = false;
  }
  return (message) => {
    queue.push(message);
    if (!busy) run().catch(fail);
  };
}

async function storeOne([message]: Message[]): Promise<number[]> {
  const { room, sender, text } = message as Message;
  const { rows } = await pool.query<{ seq: string }>({ name: 'one', text: STORE_ONE, values: [room, sender, text] });
  return rows.map((row) => Number(row.seq));
}

async function storeMany(batch: Message[]): Promise<number[]> {
  const values = [batch.map((one) => one.room), batch.map((one) => one.sender), batch.map((one) => one.text)];
  const { rows } = await pool.query<{ room: number; seq: string }>({ name: 'many', text: STORE_MANY, values });
  return rows.map((row) => Number(row.seq));
}

function fail(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
}

// One transaction per message: those of one room wait for each other, as they would at the room's row.
const grouped = process.env.STORE === 'grouped';
const lanes = new Map<number, (message: Message) => void>();
function laneOf(room: number): (message: Message) => void {
  const key = grouped ? room % LANES : room;
  let found = lanes.get(key);
  if (!found) {
    found = grouped ? lane(storeMany, LARGEST_BATCH) : lane(storeOne, 1);
    lanes.set(key, found);
  }
  return found;
}

const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.env.PORT), perMessageDeflate: false });
server.on('connection', (socket, request) => {
  const query = new URL(request.url ?? '', 'http://bare').searchParams;
  const [room, sender] = [Number(query.get('room')), Number(query.get('person'))];
  const others = sockets.get(room) ?? new Set();
  sockets.set(room, others.add(socket));
  socket.on('close', () => others.delete(socket));
  socket.on('message', (data) => {
    const { text } = JSON.parse(data.toString()) as { text: string };
    laneOf(room)({ room, sender, text });
  });
});
await once(server, 'listening');
const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('disconnect', stop);
process.send?.({ type: 'ready', url: `ws://127.0.0.1:${process.env.PORT}` });

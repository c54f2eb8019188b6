import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import type { Cluster } from '../machine/cluster.ts';
import { connectTo } from '../machine/owner.ts';
import { freePort, startProgram } from '../machine/program.ts';
import { type Join, numberIn, openChat, type Shape } from './chat.ts';
import type { ChatSide } from './contender.ts';

const PROGRAM = fileURLToPath(new URL('../yardsticks/bare-chat-server.ts', import.meta.url));

/** The bare server of yardsticks/bare-chat-server.ts, full of people. */
export async function openBareChat(cluster: Cluster, shape: Shape, store: 'single' | 'grouped'): Promise<ChatSide> {
  const database = await cluster.create(`bare_${store}`);
  const program = await startProgram(PROGRAM, {
    name: `bare-${store}`,
    folder: cluster.folder,
    env: { DATABASE_URL: database.ownerUrl, PORT: String(await freePort()), STORE: store, ROOMS: String(shape.rooms) },
  });
  const owner = await connectTo(database.ownerUrl);
  const chat = await openChat(shape, joinAt(program.url));
  let seen = 0;
  return {
    name: store === 'single' ? 'bare, one transaction each' : 'bare, group commit',
    chat,
    pids: [program.pid, cluster.pid],
    async stored() {
      const { rows } = await owner.query<{ room: number; message: number }>(
        `select room, split_part(text, '~', 2)::int as message from events order by room, seq`,
      );
      const all: number[][] = Array.from({ length: shape.rooms }, () => []);
      for (const { room, message } of rows) all[room]?.push(message);
      const since = seen;
      seen = Math.max(seen, ...rows.map((row) => row.message + 1));
      return all.map((room) => room.filter((message) => message >= since));
    },
    async close() {
      chat.close();
      await owner.end();
      await program.stop();
    },
  };
}

function joinAt(url: string): Join {
  return async (room, person, hearing) => {
    const socket = new WebSocket(`${url}/?room=${room}&person=${person}`, { perMessageDeflate: false, skipUTF8Validation: true });
    socket.on('message', (data: Buffer) => {
      const found = numberIn(data.toString('latin1'));
      if (found) hearing.heard(found.message);
      else hearing.failed(`the bare server said ${data.toString()}`);
    });
    await once(socket, 'open');
    return { say: (text) => socket.send(JSON.stringify({ text })), close: () => socket.terminate() };
  };
}

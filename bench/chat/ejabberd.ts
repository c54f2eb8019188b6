import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import type { Cluster } from '../machine/cluster.ts';
import { connectTo } from '../machine/owner.ts';
import { HOST, hasEjabberd, startEjabberd } from '../yardsticks/ejabberd.ts';
import { type Hearing, type Join, type Member, numberIn, openChat, type Shape } from './chat.ts';
import type { ChatSide } from './contender.ts';

const roomOf = (room: number) => `room${room}@conference.${HOST}`;

/** ejabberd with group chats full of people who signed in anonymously; null where it is not installed. */
export async function openEjabberdChat(cluster: Cluster, shape: Shape): Promise<ChatSide | null> {
  if (!hasEjabberd()) return null;
  const server = await startEjabberd(cluster);
  const owner = await connectTo(server.ownerUrl);
  const chat = await openChat(shape, joinAt(server.port));
  let last = 0;
  return {
    name: 'ejabberd',
    chat,
    pids: [server.pid, cluster.pid],
    async stored() {
      const { rows } = await owner.query<{ id: number; username: string; message: number }>(
        `select id, username, split_part(txt, '~', 2)::int as message from archive where id > $1 and txt <> '' order by id`,
        [last],
      );
      last = rows.at(-1)?.id ?? last;
      const byRoom = Map.groupBy(rows, (row) => row.username);
      return Array.from({ length: shape.rooms }, (_, room) => (byRoom.get(roomOf(room)) ?? []).map((row) => row.message));
    },
    async close() {
      chat.close();
      await owner.end();
      await server.stop();
    },
  };
}

function joinAt(port: number): Join {
  return async (room, person, hearing) => {
    const stream = await openStream(port);
    await stream.ask(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'/>`, '<success');
    await stream.ask(HEADER, '</stream:features>');
    await stream.ask(`<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`, '</iq>');
    const presence = `<presence to='${roomOf(room)}/person${person}'><x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x></presence>`;
    // The subject is the last thing that a room tells somebody who enters.
    await stream.ask(presence, '<subject');
    return talking(stream.socket, room, hearing);
  };
}

const HEADER = `<?xml version='1.0'?><stream:stream to='${HOST}' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`;

interface Stream {
  socket: Socket;
  /** Sends, and waits until this stands in the answer. */
  ask(text: string, until: string): Promise<void>;
}

async function openStream(port: number): Promise<Stream> {
  const socket = createConnection({ host: '127.0.0.1', port, noDelay: true });
  socket.setEncoding('latin1');
  await once(socket, 'connect');
  const ask = (text: string, until: string) =>
    new Promise<void>((resolve, reject) => {
      let got = '';
      const look = (chunk: string) => {
        got += chunk;
        const refused = /<failure|<stream:error|type='error'/.test(got);
        if (!refused && !got.includes(until)) return;
        socket.off('data', look);
        if (refused) reject(new Error(`ejabberd refused: ${got}`));
        else resolve();
      };
      socket.on('data', look);
      socket.write(text);
    });
  await ask(HEADER, '</stream:features>');
  return { socket, ask };
}

function talking(socket: Socket, room: number, hearing: Hearing): Member {
  let rest = '';
  socket.on('data', (chunk: string) => {
    const text = rest + chunk;
    if (text.includes("type='error'")) hearing.failed(`ejabberd refused: ${text}`);
    let from = 0;
    for (let body = text.indexOf('<body>'); body >= 0; body = text.indexOf('<body>', from)) {
      const found = numberIn(text, body);
      if (!found) break;
      hearing.heard(found.message);
      from = found.end;
    }
    // What is begun and not complete waits for the next piece; a mark itself may be cut through.
    const begun = text.indexOf('<body>', from);
    rest = begun >= 0 ? text.slice(begun) : text.slice(Math.max(from, text.length - '<body>'.length));
  });
  let closing = false;
  socket.on('close', () => {
    if (!closing) hearing.failed('ejabberd closed a connection');
  });
  let said = 0;
  return {
    say(text) {
      socket.write(`<message to='${roomOf(room)}' type='groupchat' id='m${++said}'><body>${text}</body></message>`);
    },
    close() {
      closing = true;
      socket.destroy();
    },
  };
}

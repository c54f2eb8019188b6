import { createServer, type Server, type Socket } from 'node:net';
import type { MailWorld } from '../sign-in.ts';
import { Wire } from '../wire.ts';
import { answerTo, capabilitiesOf } from './commands.ts';
import { BadCommand, readCommand } from './read-command.ts';
import { ImapSession } from './session.ts';

/** Named by their place, so that none may go while they are answered (RFC 3501, section 7.4.1). */
const BY_PLACE = new Set(['FETCH', 'STORE', 'SEARCH']);

/** IMAP (RFC 3501) as far as clients that fetch mail speak it, in clear: it listens on this machine alone. */
export const createImap = (world: MailWorld): Server => createServer((socket) => void talk(world, socket));

async function talk(world: MailWorld, socket: Socket): Promise<void> {
  const session = new ImapSession(world, new Wire(socket));
  const { wire } = session;
  await session.beSlow();
  wire.say(`* OK [CAPABILITY ${capabilitiesOf(session)}] the sandbox's mail`);
  while (!session.isOver) {
    try {
      const command = await readCommand(wire);
      if (!command) break;
      await session.beSlow();
      const answer = await answerTo(session, command);
      if (session.isOver) break;
      if (command.name !== 'SELECT' && command.name !== 'EXAMINE') session.open?.tellNews(!BY_PLACE.has(command.name));
      wire.say(`${command.tag} ${answer}`);
      if (command.name === 'LOGOUT') break;
    } catch (error) {
      if (!(error instanceof BadCommand)) throw error;
      wire.say(`${error.tag} BAD ${error.message}`);
    }
  }
  session.end();
}

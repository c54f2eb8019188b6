import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { checkServerIdentity, connect as connectSecurely, type PeerCertificate } from 'node:tls';
import type { IncomingServer } from '@parley/contract';
import { type Reach, tlsOf } from '../reach.ts';
import { ServerTrouble } from '../server-trouble.ts';
import type { SignIn } from '../sign-in.ts';

const CONNECT_WITHIN = 20_000;
/** So long a server may say nothing. */
const SILENT_AFTER = 60_000;
/** Of one line; mails have longer ones than they should. */
const LONGEST_LINE = 16 * 1024 * 1024;
const LF = 0x0a;
const DOT = 0x2e;

/** A mail as POP3 lists it: its number holds for this connection alone. `uidl` null where the server names none. */
export interface Listed {
  number: number;
  size: number;
  uidl: string | null;
}

/** One signed-in connection to a POP3 server (RFC 1939). All of it rejects with what `troubleOf` reads. */
export interface Pop3 {
  list(): Promise<Listed[]>;
  /** Its headers and the empty line behind them. */
  top(number: number): Promise<Buffer>;
  /** @param mostBytes of more than that the rest is let go, and `isWhole` is false */
  retrieve(number: number, mostBytes: number): Promise<{ source: Buffer; isWhole: boolean }>;
  /** It is gone once `quit` has resolved. */
  remove(number: number): Promise<void>;
  /** Ends in order: what was removed is gone from then on. */
  quit(): Promise<void>;
  /** Ends at once: nothing is removed. */
  close(): void;
}

/**
 * Signs in, encrypted: from the first byte, or by STLS (RFC 2595), which is dispensed with on this machine alone. What it rejects with leaves no
 * connection open.
 */
export async function openPop3(server: IncomingServer, signIn: SignIn, reach: Reach, signal: AbortSignal): Promise<Pop3> {
  const { host, port, useSsl } = server;
  const address = await reach.mayConnect(host);
  signal.throwIfAborted();
  const plain = useSsl
    ? connectSecurely({ ...tlsOf(host, reach), host: address, port, checkServerIdentity: identityOf(host) })
    : connect({ host: address, port });
  let line = await lineOver(plain, useSsl ? 'secureConnect' : 'connect', signal);
  try {
    await line.answer();
    if (!useSsl && !reach.mayBeInClear(address)) line = await encrypted(line, host, reach, signal);
    await signInAt(line, server, signIn);
    return speak(line);
  } catch (error) {
    line.close();
    throw error;
  }
}

/** The certificate is to be good for the name that was set: the socket goes to an address. */
function identityOf(host: string) {
  return (_: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate);
}

async function encrypted(line: Line, host: string, reach: Reach, signal: AbortSignal): Promise<Line> {
  await line.ask('STLS').catch((error: Error) => {
    throw new ServerTrouble('MISCONFIGURED', `The server offers no encryption (STLS): ${error.message}`);
  });
  const socket = line.detach();
  const secure = connectSecurely({ ...tlsOf(host, reach), socket, checkServerIdentity: identityOf(host) });
  return lineOver(secure, 'secureConnect', signal);
}

async function signInAt(line: Line, { username }: IncomingServer, signIn: SignIn): Promise<void> {
  if (/[\r\n\0]/.test(username)) throw new ServerTrouble('MISCONFIGURED', 'The user name has a line break.');
  try {
    if (signIn.kind === 'TOKEN') {
      const proof = Buffer.from(`user=${username}\u0001auth=Bearer ${signIn.token}\u0001\u0001`).toString('base64');
      await line.ask('AUTH XOAUTH2', '+');
      // A refusal comes as one more challenge with its reason, which an empty line ends.
      const said = await line.ask(proof, '+OK', '+ ');
      if (said.startsWith('+ ')) await line.ask('');
    } else {
      if (/[\r\n\0]/.test(signIn.password)) throw new ServerTrouble('REFUSED', 'The password has a line break.');
      await line.ask(`USER ${username}`);
      await line.ask(`PASS ${signIn.password}`);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // RFC 2449 and 3206: somebody else has the box open, or the server cannot now.
    const isPassing = /^\[(?:IN-USE|LOGIN-DELAY|SYS\/TEMP)\]/i.test(error.message);
    throw new ServerTrouble(isPassing ? 'UNREACHABLE' : 'REFUSED', error.message);
  }
}

function speak(line: Line): Pop3 {
  return {
    async list() {
      await line.ask('LIST');
      const sizes = rowsOf(await line.block(LONGEST_LINE));
      const names = await line.ask('UIDL').then(
        async () => new Map(rowsOf(await line.block(LONGEST_LINE))),
        // Not every server names its mails.
        (error: unknown) => {
          if (error instanceof Refusal) return new Map<number, string>();
          throw error;
        },
      );
      return sizes.map(([number, size]) => ({ number, size: Number(size) || 0, uidl: names.get(number) ?? null }));
    },
    async top(number) {
      await line.ask(`TOP ${number} 0`);
      return (await line.block(LONGEST_LINE)).source;
    },
    async retrieve(number, mostBytes) {
      await line.ask(`RETR ${number}`);
      return line.block(mostBytes);
    },
    remove: async (number) => void (await line.ask(`DELE ${number}`)),
    async quit() {
      await line.ask('QUIT');
      line.close();
    },
    close: () => line.close(),
  };
}

/** Lines of a number and what belongs to it. */
function rowsOf({ source }: { source: Buffer }): [number, string][] {
  return source
    .toString('latin1')
    .split(/\r?\n/)
    .map((row) => /^(\d+)\s+(\S.*)$/.exec(row.trim()))
    .filter((found) => found !== null)
    .map(([, number, rest]) => [Number(number), rest ?? ''] as [number, string]);
}

/** The server said no, in these words; the connection is good. */
export class Refusal extends Error {}

interface Line {
  /** One line that begins with one of these (+OK where none is given); rejects with Refusal for -ERR. */
  answer(...wanted: string[]): Promise<string>;
  ask(command: string, ...wanted: string[]): Promise<string>;
  /** Lines up to the one that is a dot alone, with their dots as they were. */
  block(mostBytes: number): Promise<{ source: Buffer; isWhole: boolean }>;
  /** The socket, for who goes on over it. */
  detach(): Socket;
  close(): void;
}

async function lineOver(socket: Socket, opened: string, signal: AbortSignal): Promise<Line> {
  const lines = readLines(socket);
  const end = () => void socket.destroy(new Error('broken off'));
  signal.addEventListener('abort', end, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', end));
  // Heard by whoever reads; unheard, it would end the process.
  socket.on('error', (error) => lines.fail(error));
  socket.on('close', () => lines.fail(new Error('the connection was closed')));
  socket.setTimeout(CONNECT_WITHIN, () => void socket.destroy(new Error('no answer in time')));
  try {
    await once(socket, opened);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  socket.setTimeout(SILENT_AFTER);
  lines.begin();

  async function answer(...wanted: string[]): Promise<string> {
    const said = (await lines.next()).toString('utf8').trimEnd();
    if ((wanted.length === 0 ? ['+OK'] : wanted).some((one) => said.startsWith(one))) return said;
    throw new Refusal(said.replace(/^-ERR\s*/, '') || 'no reason was given');
  }
  return {
    answer,
    ask(command, ...wanted) {
      socket.write(`${command}\r\n`);
      return answer(...wanted);
    },
    async block(mostBytes) {
      const parts: Buffer[] = [];
      let size = 0;
      for (;;) {
        const line = await lines.next();
        const isStuffed = line[0] === DOT;
        if (isStuffed && (line.length === 1 || line.subarray(1).toString('latin1').trim() === '')) {
          return { source: Buffer.concat(parts), isWhole: size <= mostBytes };
        }
        const own = isStuffed ? line.subarray(1) : line;
        size += own.length;
        if (size <= mostBytes) parts.push(own);
      }
    },
    detach() {
      lines.end();
      socket.removeAllListeners();
      socket.setTimeout(0);
      return socket;
    },
    close() {
      socket.destroy();
    },
  };
}

interface Lines {
  begin(): void;
  /** With its line end. */
  next(): Promise<Buffer>;
  fail(error: Error): void;
  end(): void;
}

/** Cuts what comes into lines; reads on only as they are taken. */
function readLines(socket: Socket): Lines {
  const ready: Buffer[] = [];
  let begun: Buffer[] = [];
  let length = 0;
  let failed: Error | null = null;
  let waiting: { resolve(line: Buffer): void; reject(error: Error): void } | null = null;

  function take(piece: Buffer): void {
    let at = 0;
    for (let found = piece.indexOf(LF); found >= 0; found = piece.indexOf(LF, at)) {
      ready.push(Buffer.concat([...begun, piece.subarray(at, found + 1)]));
      [begun, length, at] = [[], 0, found + 1];
    }
    if (at < piece.length) begun.push(piece.subarray(at));
    length += piece.length - at;
    if (length > LONGEST_LINE) return void socket.destroy(new Error('a line without an end'));
    hand();
    if (ready.length > 0) socket.pause();
  }
  function hand(): void {
    const [line] = ready;
    if (waiting === null || (line === undefined && failed === null)) return;
    const { resolve, reject } = waiting;
    waiting = null;
    if (line !== undefined) {
      ready.shift();
      resolve(line);
    } else if (failed !== null) reject(failed);
  }
  return {
    begin: () => void socket.on('data', take),
    next() {
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        hand();
        if (waiting !== null) socket.resume();
      });
    },
    fail(error) {
      failed ??= error;
      hand();
    },
    end: () => void socket.off('data', take),
  };
}

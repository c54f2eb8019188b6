import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A letter as it arrived. */
export interface Arrived {
  from: string;
  to: string[];
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
}

/** A mail server on this machine that keeps what it is sent. */
export interface Mailbox {
  /** smtp: with user and password. */
  url: string;
  letters: Arrived[];
  /** The next commands RCPT are answered with these codes, in order. */
  refusals: number[];
  /** Waits for the letter that is the n-th to this address. */
  letterTo(address: string, nth?: number): Promise<Arrived>;
  close(): Promise<void>;
}

export async function startMailbox({ port = 0, host = '127.0.0.1' } = {}): Promise<Mailbox> {
  const letters: Arrived[] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    // On loopback the password may come in the clear.
    allowInsecureAuth: true,
    onAuth(auth, _session, done) {
      if (auth.username === 'parley' && auth.password === 'p@ss') return done(null, { user: auth.username });
      return done(new Error('wrong password'));
    },
    onRcptTo(recipient, _session, done) {
      const code = refusals.shift();
      if (code === undefined) return done();
      return done(Object.assign(new Error(`not now: <${recipient.address}>`), { responseCode: code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        letters.push({
          from,
          to: session.envelope.rcptTo.map(({ address }) => address),
          ...read(Buffer.concat(chunks).toString('latin1')),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, host, () => resolve()));
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://parley:p%40ss@${host}:${address.port}`,
    letters,
    refusals,
    async letterTo(to, nth = 1) {
      for (const until = Date.now() + 15_000; ; ) {
        const found = letters.filter((letter) => letter.to.includes(to))[nth - 1];
        if (found !== undefined) return found;
        if (Date.now() > until) throw new Error(`no letter ${nth} to ${to}; ${letters.length} others`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function partsOf(raw: string): { headers: Record<string, string>; body: string } {
  const gap = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, gap)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { headers, body: raw.slice(gap + 4) };
}

const quotedPrintable = (text: string) =>
  text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function bodyOf(part: string): { type: string; text: string } {
  const { headers, body } = partsOf(part);
  const encoding = headers['content-transfer-encoding'];
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? quotedPrintable(body) : body, 'latin1');
  return { type: headers['content-type'] ?? '', text: bytes.toString('utf8') };
}

/** Encoded words of a header (RFC 2047). */
function decoded(header: string): string {
  return header.replace(/\?=\s+=\?/g, '?==?').replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_whole, kind: string, text: string) => {
    if (kind.toUpperCase() === 'B') return Buffer.from(text, 'base64').toString('utf8');
    return Buffer.from(quotedPrintable(text.replaceAll('_', ' ')), 'latin1').toString('utf8');
  });
}

function read(raw: string): Pick<Arrived, 'headers' | 'subject' | 'text' | 'html'> {
  const { headers, body } = partsOf(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => bodyOf(part.replace(/^\r\n/, '')));
  const textOf = (type: string) => (parts.find((part) => part.type.startsWith(type))?.text ?? '').replaceAll('\r\n', '\n').trim();
  return { headers, subject: decoded(headers.subject ?? ''), text: textOf('text/plain'), html: textOf('text/html') };
}

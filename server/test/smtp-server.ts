import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as it was handed over. */
export interface TakenMail {
  from: string;
  to: string[];
  raw: string;
}

/** What a server answers: a code and words, where it does not take something. */
export interface Refusal {
  code: number;
  words: string;
}

/** A mail server of a customer's, as strict as a test wants it. */
export interface TestSmtp {
  port: number;
  mails: TakenMail[];
  /** Of a recipient, each time it is named; null takes it. */
  onRecipient: (address: string) => Refusal | null;
  /** Of a whole mail. NOTHING: it takes it and says nothing. CUT: it ends the connection. */
  onMail: () => Refusal | 'NOTHING' | 'CUT' | null;
  /** Of whoever connects. */
  onConnect: () => Refusal | null;
  /** Which password or token is right. */
  password: string;
  /** Every line that was said to it. */
  heard: string[];
  /** How often somebody named a recipient. */
  asked: string[];
  connections: number;
  most: number;
  close(): Promise<void>;
}

const nothing = () => undefined;
const SILENT = { level: nothing, trace: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing };

export async function startSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const refused = ({ code, words }: Refusal) => Object.assign(new Error(words), { responseCode: code });
  let open = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 50,
    logger: { ...SILENT, debug: (_about: unknown, ...words: unknown[]) => void smtp.heard.push(words.join(' ')) },
    authMethods: ['PLAIN', 'XOAUTH2'],
    onConnect(_session, done) {
      smtp.connections++;
      smtp.most = Math.max(smtp.most, ++open);
      const refusal = smtp.onConnect();
      done(refusal && refused(refusal));
    },
    onClose: () => void open--,
    onAuth(auth, _session, done) {
      const given = auth.method === 'XOAUTH2' ? auth.accessToken : auth.password;
      done(given === smtp.password ? null : refused({ code: 535, words: '5.7.8 wrong' }), { user: auth.username });
    },
    onRcptTo({ address }, _session, done) {
      smtp.asked.push(address);
      const refusal = smtp.onRecipient(address);
      done(refusal && refused(refusal));
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const refusal = smtp.onMail();
        if (refusal === null || refusal === 'NOTHING' || refusal === 'CUT') {
          const { mailFrom, rcptTo } = session.envelope;
          const raw = Buffer.concat(pieces).toString('utf8');
          smtp.mails.push({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address), raw });
        }
        if (refusal === 'CUT') for (const one of server.connections) (one as { _socket: { destroy(): void } })._socket.destroy();
        else if (refusal !== 'NOTHING') done(refusal && refused(refusal));
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const smtp: TestSmtp = {
    port: (server.server.address() as AddressInfo).port,
    mails: [],
    onRecipient: () => null,
    onMail: () => null,
    onConnect: () => null,
    password: 'a-password',
    heard: [],
    asked: [],
    connections: 0,
    most: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return smtp;
}

/** Its headers, each in one line; what stands twice is there as it stood last. */
export function headersOf({ raw }: Pick<TakenMail, 'raw'>): Record<string, string> {
  const lines = raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

import { createTransport } from 'nodemailer';
import { newId } from './clock.ts';
import { enqueue, type Task } from './jobs.ts';
import type { Log } from './log.ts';
import { scrubText } from './scrub.ts';
import { decrypt, encrypt } from './secret.ts';
import type { Tx } from './transaction.ts';

/** A letter to one person, in both forms. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface MailSettings {
  /** `smtp:` (STARTTLS where it is offered) or `smtps:`, with user and password where the server asks for them. */
  smtpUrl: string;
  /** `Name <address>` or the bare address. */
  from: string;
}

export interface Mail {
  /** Leaves when the caller's transaction commits, and only then; tried again while the server does not take it. */
  post(tx: Tx, letter: Letter): Promise<void>;
  /** What the pool of jobs runs under the name MAIL_TASK. */
  send: Task;
}

export const MAIL_TASK = 'mail:send';
/** Over about a day, since each wait is longer than the one before. */
const TRIES = 14;
const CONNECT_WITHIN = 10_000;
const SILENT_FOR = 30_000;

/** What waits in the queue: who reads the database reads no letter and no link in it. */
interface Waiting {
  letter: Letter;
  /** The same for every try, so that a letter that was taken twice shows as one. */
  messageId: string;
}

/** Mail of the installation by one SMTP server. `key` encrypts letters while they wait. */
export function openMail({ smtpUrl, from }: MailSettings, key: Buffer, log: Log): Mail {
  const url = new URL(smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  const transport = createTransport({
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // A password never leaves this machine in the clear.
    requireTLS: user !== '' && !['localhost', '127.0.0.1', '::1'].includes(host),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: CONNECT_WITHIN,
    greetingTimeout: CONNECT_WITHIN,
    socketTimeout: SILENT_FOR,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? host;

  return {
    async post(tx, letter) {
      const waiting: Waiting = { letter, messageId: `<${newId()}@${domain}>` };
      await enqueue(tx, MAIL_TASK, { sealed: encrypt(key, JSON.stringify(waiting)).toString('base64') }, { tries: TRIES });
    },
    async send(payload, { signal }) {
      const { sealed } = payload as { sealed: string };
      const { letter, messageId } = JSON.parse(decrypt(key, Buffer.from(sealed, 'base64'))) as Waiting;
      signal.throwIfAborted();
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: letter.to },
          subject: letter.subject,
          text: letter.text,
          html: letter.html,
          messageId,
          headers: { 'auto-submitted': 'auto-generated' },
        });
      } catch (error) {
        // Servers quote whom they refuse, and the pool of jobs logs and stores what is thrown here.
        if (!isRefusedForGood(error)) throw new Error(scrubText(error instanceof Error ? error.message : 'the letter was not taken'));
        log.error({ err: error, messageId }, 'the mail server refuses a recipient for good; the letter is given up');
      }
    },
  };
}

/** Only what the server says of the recipient is for good; a wrong password or a full disk is mended by somebody. */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 550 && responseCode <= 554;
}

import { type Email, settledAddress } from '@parley/contract';
import type { Outcome, Outgoing, RecipientOutcome } from '../../../rooms/index.ts';
import type { Connection } from '../../providers/index.ts';
import { settingsOf } from '../mailboxes/index.ts';
import { ServerTrouble } from '../server-trouble.ts';
import { leastSizeOf, type MailFile, mimeOf, recipientOf } from './mime-mail.ts';
import type { Handed, SmtpLine } from './smtp-line.ts';
import { NotHanded } from './smtp-line.ts';
import type { SmtpLines } from './smtp-lines.ts';
import { meaningOf } from './smtp-replies.ts';
import { smtpTroubleOf } from './test-outgoing.ts';

/** One of the connections of a mailbox becomes free within this, or the message comes again. */
const PLACE_WITHIN = 2000;
const COMES_AGAIN = 1000;

const NOT_ASKED: Outcome = { outcome: 'NOT_ASKED', afterMs: COMES_AGAIN };

/** An e-mail on its way out by one mailbox. */
export interface Sending {
  outgoing: Outgoing;
  email: NonNullable<Outgoing['email']>;
  /** The mailbox by whose server it goes. */
  mailbox: Connection;
  replyTo: string | null;
  asking: () => Promise<boolean>;
}

/** Hands an e-mail over to everybody of whom nothing is known yet. Rejects with nothing but what is no answer of a server. */
export async function sendMail(lines: SmtpLines, sending: Sending): Promise<Outcome> {
  const waiting = recipientsOf(sending.email.facts).filter((address) => !sending.email.settled.has(address));
  if (waiting.length === 0) return settledOutcome(sending, []);
  // Of connections that stood idle the server may have closed each without our knowing; nothing was sent by such a one.
  for (;;) {
    let isUsed = false;
    try {
      const said = await lines.with((line, isNew) => {
        isUsed = !isNew;
        return sendBy(line, sending, waiting);
      }, PLACE_WITHIN);
      return said ?? NOT_ASKED;
    } catch (error) {
      if (error instanceof NotHanded && isUsed && !error.hasHeard) continue;
      if (error instanceof NotHanded) return notHanded(lines, sending, waiting, error);
      return notOpened(lines, error);
    }
  }
}

/** Everybody to whom it goes, each once: settled addresses. */
const recipientsOf = ({ to, cc, bcc }: Email): string[] => [...new Set([...to, ...cc, ...bcc].map((one) => recipientOf(one).address))];

const isAscii = (text: string) => /^[\0-~]*$/.test(text);

async function sendBy(line: SmtpLine, sending: Sending, waiting: readonly string[]): Promise<Outcome> {
  const { outgoing, email, mailbox, replyTo, asking } = sending;
  const { facts, html } = email;
  const strange = line.offers.nationalNames ? [] : waiting.filter((address) => !isAscii(address));
  const refused = strange.map(
    (address): RecipientOutcome => ({
      address,
      state: 'REFUSED',
      reason: 'NO_ROUTE',
      answer: 'the mail server of this mailbox takes no addresses with other letters than ASCII before the @ (it does not offer SMTPUTF8)',
    }),
  );
  const to = waiting.filter((address) => !strange.includes(address));
  if (to.length === 0) return settledOutcome(sending, refused);
  const size = leastSizeOf(facts, html);
  const { mostBytes } = line.offers;
  if (mostBytes !== null && size > mostBytes)
    return settledOutcome(sending, [
      ...refused,
      ...whole(to, { reason: 'REJECTED', answer: `the mail server takes ${mostBytes} bytes at most, and this e-mail has ${size}` }),
    ]);
  const settings = settingsOf(mailbox.settings);
  const files = await filesOf(email);
  if (files === null)
    return settledOutcome(sending, [
      ...refused,
      ...whole(to, { reason: 'DEFAULT', answer: 'a file of this e-mail is not there any more' }),
    ]);
  try {
    // Somebody else holds the message.
    if (!(await asking())) return NOT_ASKED;
    const mail = mimeOf({
      from: fromOf(facts, mailbox),
      email: facts,
      html,
      files,
      replyTo,
      unnamed: new Set(line.offers.nationalNames ? [] : recipientsOf(facts).filter((address) => !isAscii(address))),
      byItselfFrom: outgoing.byItself ? mailbox.channelApplicationId : null,
      dkim: settings.dkim && mailbox.secrets.dkimKey ? { ...settings.dkim, privateKey: mailbox.secrets.dkimKey } : null,
    });
    const handed = await line.send({ from: outgoing.byItself ? '' : mailbox.sender, to, size }, mail);
    return settledOutcome(sending, [...refused, ...saidOf(handed)], handed.reply);
  } finally {
    for (const { body } of files) body.destroy();
  }
}

/** As it was written, or the mailbox's name. */
function fromOf({ from }: Email, { name, sender }: Connection) {
  const written = recipientOf(from);
  return { name: written.name || (name === sender ? '' : name), address: settledAddress(sender) ?? sender };
}

/** Opened at once, so that what is missing is known before anybody is asked. Null where one is gone. */
async function filesOf({ attachments }: Sending['email']): Promise<MailFile[] | null> {
  const opened = await Promise.allSettled(attachments.map(async ({ facts, read }) => ({ fileId: facts.fileId, body: await read() })));
  const files = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  for (const { body } of files) body.on('error', () => undefined);
  if (files.length === attachments.length) return files;
  for (const { body } of files) body.destroy();
  const lost = opened.find((one) => one.status === 'rejected');
  if ((lost?.reason as { key?: unknown } | undefined)?.key === 'FILE_NOT_FOUND') return null;
  throw lost?.reason;
}

const whole = (to: readonly string[], why: { reason: RecipientOutcome['reason']; answer?: string }): RecipientOutcome[] =>
  to.map((address) => ({ address, state: 'REFUSED', ...why }));

function saidOf({ taken, refused }: Pick<Handed, 'taken' | 'refused'>): RecipientOutcome[] {
  return [
    ...taken.map((address): RecipientOutcome => ({ address, state: 'TAKEN', reason: null })),
    ...refused.map(({ address, reply }): RecipientOutcome => {
      const { isForNow, reason } = meaningOf(reply);
      return { address, state: isForNow ? 'WAITING' : 'REFUSED', reason, answer: reply };
    }),
  ];
}

/**
 * What became of the e-mail by what was said of each of its recipients now and before: sent where somebody has it and nobody waits, refused where nobody
 * has it.
 */
function settledOutcome({ email }: Pick<Sending, 'email'>, said: readonly RecipientOutcome[], reply?: string): Outcome {
  const isTaken = said.some(({ state }) => state === 'TAKEN') || [...email.settled.values()].includes('TAKEN');
  const waits = said.find(({ state }) => state === 'WAITING');
  const refused = said.find(({ state }) => state === 'REFUSED');
  const isPlain = (waits === undefined && refused === undefined && email.settled.size === 0) || recipientsOf(email.facts).length === 1;
  const more = isPlain ? {} : { recipients: said };
  if (waits !== undefined)
    return { outcome: 'REFUSED', reason: waits.reason ?? 'DEFAULT', final: false, ofMessage: true, ...answered(waits.answer), ...more };
  if (isTaken) return { outcome: 'ACCEPTED', providerMessageId: email.facts.id, ...answered(reply), ...more };
  return { outcome: 'REFUSED', reason: refused?.reason ?? 'DEFAULT', final: true, ...answered(refused?.answer), ...more };
}

const answered = (answer: string | undefined) => (answer === undefined ? {} : { answer });

function notHanded(lines: SmtpLines, sending: Sending, waiting: readonly string[], trouble: NotHanded): Outcome {
  const { reply, refused, mayHaveIt } = trouble;
  const heard = meaningOf(reply);
  const answer = reply ?? trouble.message;
  if (heard.isOfSignIn) return { outcome: 'UNAVAILABLE', problem: 'REFUSED', answer };
  if (refused.length > 0 && !refused.every((one) => meaningOf(one.reply).isOfPace))
    return settledOutcome(sending, saidOf({ taken: [], refused }));
  if (mayHaveIt) return { outcome: 'UNKNOWN', answer };
  if (isOfFile(trouble)) return { outcome: 'REFUSED', reason: 'DEFAULT', final: false, ofMessage: true, answer };
  if (reply === null) return { outcome: 'UNAVAILABLE', problem: 'UNREACHABLE', answer };
  if (heard.isOfPace) {
    lines.narrow();
    return { outcome: 'LATER', afterMs: 0, answer };
  }
  if (heard.isForNow) return { outcome: 'REFUSED', reason: heard.reason, final: false, ofMessage: true, answer };
  return settledOutcome(sending, whole(waiting, { reason: heard.reason, answer }));
}

/** What it was made of could not be read to its end. */
const isOfFile = ({ cause }: NotHanded): boolean => (cause as { code?: unknown }).code === 'ESTREAM';

function notOpened(lines: SmtpLines, error: unknown): Outcome {
  const response = (error as { response?: unknown } | null)?.response;
  const { message, problem } = error instanceof ServerTrouble ? error : smtpTroubleOf(error);
  if (typeof response === 'string' && meaningOf(response).isOfPace) {
    lines.narrow();
    return { outcome: 'LATER', afterMs: 0, answer: message };
  }
  return { outcome: 'UNAVAILABLE', problem, answer: message };
}

import { recipientKey, settledRecipient, withoutTwice } from './email-address.ts';
import type { Email } from './entities/event-content.ts';

/** How mail programs mark an answer, and what is passed on, in the languages of their users: `Re: `, `Отг: `, `AW: `, `Fwd: `, `Препр: `. */
const ANSWER = /^\s*(?:re|отг|отн|aw|sv|antw|ynt|απ)\s*(?:\[\d+\])?\s*:/iu;
const PASSED_ON = /^\s*(?:fwd?|препр|пр|wg|vs|tr|πρθ)\s*:/iu;

/** What answering and passing on put before a subject. */
const PREFIX = new RegExp(`${ANSWER.source}|${PASSED_ON.source}`, 'iu');

/** The subject of an answer: said once, however often and in however many languages it goes to and fro. */
export function subjectOfAnswer(subject: string): string {
  let [said, left] = ['Re:', subject];
  for (let found = PREFIX.exec(left); found; found = PREFIX.exec(left)) {
    // Of several the first stays, as its writer's own mailer said it.
    if (left === subject && ANSWER.test(subject)) said = found[0].trim();
    left = left.slice(found[0].length);
  }
  return `${said} ${left.trim()}`.trim();
}

/** The subject of what is passed on. */
export const subjectOfForward = (subject: string): string => (PASSED_ON.test(subject) ? subject : `Fwd: ${subject}`.trim());

type Answered = Pick<Email, 'from' | 'to' | 'cc' | 'replyTo'>;

/** What an answer goes to; nothing of it was ever a blind copy. */
export interface AnswerRecipients {
  readonly to: string[];
  readonly cc: string[];
}

/** Only what is an address; of one with a name the name stays. */
const addresses = (recipients: readonly string[]): string[] => recipients.flatMap((one) => settledRecipient(one) ?? []);

/**
 * Whom an answer to an e-mail goes to (RFC 5322, 3.6.3): where it says to, else to whoever wrote it; to all also everybody it went to, but our own
 * mailboxes. An answer to what we wrote ourselves goes to whom that went.
 *
 * @param ours addresses of the account's mailboxes
 */
export function recipientsOfAnswer(email: Answered, ours: readonly string[], toAll: boolean): AnswerRecipients {
  const own = new Set(ours.map(recipientKey));
  const isOurs = (one: string) => own.has(recipientKey(one));
  const others = (list: readonly string[]) => withoutTwice(addresses(list)).filter((one) => !isOurs(one));
  const isOwn = isOurs(email.from);
  const asked = others(email.replyTo === null ? [] : splitRecipients(email.replyTo));
  const writer = asked.length > 0 ? asked : addresses([email.from]);
  const to = isOwn ? others(email.to) : writer;
  if (!toAll) return { to, cc: isOwn ? others(email.cc) : [] };
  const further = others(isOwn ? [] : email.to);
  const first = withoutTwice([...to, ...further]);
  return { to: first, cc: withoutTwice(others(email.cc), first) };
}

/** What was typed or pasted as several recipients: divided by commas, semicolons and ends of lines, but within quotes or angle brackets. */
export function splitRecipients(text: string): string[] {
  const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|<[^<>]*>|[^,;\n\r"<]|["<])+/g) ?? [];
  return parts.map((one) => one.trim()).filter((one) => one !== '');
}

/** Who of these is nobody in the talk so far. */
export function strangersAmong(recipients: readonly string[], known: readonly string[]): string[] {
  const keys = new Set(known.map(recipientKey));
  return recipients.filter((one) => !keys.has(recipientKey(one)));
}

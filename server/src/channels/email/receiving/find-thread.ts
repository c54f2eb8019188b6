import type { Tx } from '../../../platform/database.ts';
import { type EmailThread, peopleOfThread, threadOfConversation, threadOfIds, threadOfSubject } from '../../../rooms/index.ts';
import type { ParsedMail } from '../reading/parsed-mail.ts';
import { conversationOfToken, tokensIn } from './thread-token.ts';

/** Where a mail belongs. `into` is null for its sender's own room; `suggested` is where it seems to belong and may not go by itself. */
export interface Belongs {
  into: EmailThread | null;
  suggested: EmailThread | null;
  /** It names what it answers: by a Message-ID or a token. */
  isAnswer: boolean;
}

interface Asked {
  accountId: string;
  mailboxId: string;
  mail: ParsedMail;
  /** Whose it is: settled address and contact. */
  sender: { address: string; contactId: string };
  /** Of the purpose `emails:threads`. */
  key: Buffer;
}

/**
 * Which e-mails a mail belongs to, by the first that says so (protocols: e-mail, section 6): what it answers, last to first; a signed token in the address
 * that it came to or in its subject; another sign of ours in its subject; its sender and subject. Into somebody else's room it goes where its sender was
 * written to there, or its token is signed: anybody can write an id or a sign.
 */
export async function findThread(tx: Tx, { accountId, mailboxId, mail, sender, key }: Asked): Promise<Belongs> {
  const place = { accountId, mailboxId };
  const ids = [...new Set([...(mail.inReplyTo === null ? [] : [mail.inReplyTo]), ...mail.references.toReversed()])];
  const answered = await threadOfIds(tx, place, ids);
  const signed = await signedThread(tx, { ...place, mail, key });
  const told = answered ?? (signed === null ? await threadOfIds(tx, place, signsIn(mail.subject)) : null);
  const isAnswer = answered !== null || signed !== null;
  if (told !== null && (told.roomId === signed?.roomId || (await peopleOfThread(tx, told)).has(sender.address)))
    return { into: told, suggested: null, isAnswer };
  if (signed !== null) return { into: signed, suggested: null, isAnswer };
  if (told !== null) return { into: null, suggested: told, isAnswer };
  const before = await threadOfSubject(tx, { contactId: sender.contactId, mailboxId, subject: mail.subject });
  return { into: before, suggested: null, isAnswer: false };
}

async function signedThread(
  tx: Tx,
  { accountId, mailboxId, mail, key }: Pick<Asked, 'accountId' | 'mailboxId' | 'mail' | 'key'>,
): Promise<EmailThread | null> {
  const addresses = [...mail.to, ...mail.cc, ...mail.bcc].map(({ address }) => address);
  for (const token of tokensIn([...addresses, ...mail.deliveredTo], mail.subject)) {
    const conversationId = conversationOfToken(key, accountId, token);
    const thread = conversationId === null ? null : await threadOfConversation(tx, mailboxId, conversationId);
    if (thread !== null) return thread;
  }
  return null;
}

/** As `mail_ids` keeps them. */
const signsIn = (subject: string): string[] =>
  [...subject.matchAll(/\[#([a-z0-9-]{2,60})\]/gi)].map(([, sign = '']) => `[#${sign.toUpperCase()}]`);

import type { MailboxSettings } from '@parley/contract';
import type { MailAddress, ParsedMail } from '../reading/parsed-mail.ts';
import { formSender } from '../reading/web-form.ts';
import { withoutToken } from './thread-token.ts';

/** Who is the customer of a mail; OURS: a mailbox of the account's own wrote it. */
export type Whose =
  | { is: 'CUSTOMER'; address: string; name: string; shown: string; ofForm: boolean; formNamesNobody: boolean }
  | { is: 'OURS' }
  | { is: 'NOBODY' };

/**
 * Whose a mail is (protocols: e-mail, section 8). Of a web form's it is whom the mailbox's setting says, called as that says and never as the form; where
 * that is nobody, it is the form's own, and says so.
 * @param ours settled addresses of all mailboxes of the account
 */
export function whoseMail(
  mail: ParsedMail,
  { webFormSenders, recipientSource }: Pick<MailboxSettings, 'webFormSenders' | 'recipientSource'>,
  ours: ReadonlySet<string>,
): Whose {
  const { from } = mail;
  const isOurs = ({ address }: { address: string }) => ours.has(withoutToken(address));
  const isForm = from !== null && recipientSource !== 'FROM' && webFormSenders.includes(from.address);
  const named = isForm ? namedByForm(mail, from, recipientSource, (one) => !isOurs(one) && one.address !== from.address, ours) : null;
  const whose = named ?? from;
  if (whose === null) return { is: 'NOBODY' };
  if (isOurs(whose)) return { is: 'OURS' };
  return { is: 'CUSTOMER', ...whose, ofForm: named !== null, formNamesNobody: isForm && named === null };
}

function namedByForm(
  mail: ParsedMail,
  form: MailAddress,
  source: MailboxSettings['recipientSource'],
  fits: (one: MailAddress) => boolean,
  ours: ReadonlySet<string>,
): MailAddress | null {
  if (source === 'REPLY_TO') return mail.replyTo.find(fits) ?? null;
  return formSender(mail.text, [...ours, form.address]);
}

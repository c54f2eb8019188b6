import { EMAIL_SUBJECT_LIMIT, type Email } from '@parley/contract';
import { withPictures } from '../reading/html-pictures.ts';
import type { MailAddress, ParsedMail } from '../reading/parsed-mail.ts';
import type { KeptFiles } from './mail-files.ts';
import type { Whose } from './whose-mail.ts';

/** `Maria <maria@home.example>`, as an e-mail's event tells people. */
export const toldAddress = ({ name, shown }: Pick<MailAddress, 'name' | 'shown'>): string => (name === '' ? shown : `${name} <${shown}>`);

/** What the event of a mail tells, and how it looks; its pictures stand in it by the ids of their files. */
export function emailOfMail(
  mail: ParsedMail,
  { receivedAt, files, whose, suggestedRoomId }: { receivedAt: string; files: KeptFiles; whose: Whose; suggestedRoomId: string | null },
): { email: Omit<Email, 'multipartContent'>; html: string | null } {
  const notices = [
    ...mail.notices,
    ...(files.leftOut.length > 0 ? (['FILES_LEFT_OUT'] as const) : []),
    ...(whose.is === 'CUSTOMER' && whose.formNamesNobody ? (['NOBODY_NAMED'] as const) : []),
  ];
  // Who answers a web form's mail writes to whom it names.
  const answersTo = whose.is === 'CUSTOMER' && whose.ofForm ? toldAddress(whose) : null;
  const [replyTo] = mail.replyTo;
  const email: Omit<Email, 'multipartContent'> = {
    id: mail.messageId ?? '',
    from: mail.from === null ? mail.fromName : toldAddress({ ...mail.from, name: mail.from.name || mail.fromName }),
    to: mail.to.map(toldAddress),
    cc: mail.cc.map(toldAddress),
    bcc: mail.bcc.map(toldAddress),
    subject: mail.subject.slice(0, EMAIL_SUBJECT_LIMIT),
    content: mail.text,
    replyTo: answersTo ?? (replyTo === undefined ? null : toldAddress(replyTo)),
    receivedDate: receivedAt,
    attachments: files.kept,
    references: [...new Set([...mail.references, ...(mail.inReplyTo === null ? [] : [mail.inReplyTo])])],
    ...(notices.length > 0 && { notices }),
    ...(files.leftOut.length > 0 && { leftOut: files.leftOut }),
    ...(mail.automatic !== null && { automatic: mail.automatic }),
    ...(suggestedRoomId !== null && { suggestedRoomId }),
    hasOriginal: true,
  };
  const html = mail.html === null ? null : withPictures(mail.html, (key) => shownBy(files, key));
  return { email, html };
}

const shownBy = ({ byContentId }: KeptFiles, key: string): string | null => {
  const fileId = byContentId.get(key);
  return fileId === undefined ? null : `cid:${fileId}`;
};

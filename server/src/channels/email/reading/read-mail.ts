import { EMAIL_SUBJECT_LIMIT } from '@parley/contract/limits';
import { type Addresses, addressesIn, settledAddress } from './addresses.ts';
import { automaticMail } from './automatic.ts';
import { sortParts } from './body-parts.ts';
import { mailDate } from './dates.ts';
import { displayedIn, originalIdIn, recipientsOf, reportInWords } from './delivery-report.ts';
import { headerText } from './encoded-words.ts';
import { allValues, type Field, fieldsAt, firstValue } from './header-fields.ts';
import { told, unpack } from './mail-files.ts';
import { bufferOf, messageIdIn, messageIdsIn } from './message-ids.ts';
import type { DeliveryReport, MailNotice, ParsedMail } from './parsed-mail.ts';
import { contentOf } from './part-content.ts';
import { partTree, type SourcePart } from './part-tree.ts';
import { quotedHistory } from './quoted-history.ts';
import { wordsOf } from './said-words.ts';

const MOST_AUTHENTICATION_RESULTS = 20;
const LONGEST_AUTHENTICATION_RESULT = 2000;
const DELIVERED_TO = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];

/**
 * What the bytes of a mail say. Of whatever bytes: it never rejects, and what cannot be read is told by `notices`. Time and memory are linear in the source;
 * `readInWorker` bounds both. `now`: when it is read, which its own date does not pass.
 */
export async function readMail(source: Uint8Array, now: Date = new Date()): Promise<ParsedMail> {
  const bytes = bufferOf(source);
  const tree = partTree(bytes);
  const { said, files, reports } = sortParts(tree);
  const unpacked = await unpack(bytes, files);
  const words = await wordsOf(bytes, said, unpacked.tnef);
  const head = headOf(
    tree.root.fields,
    now,
    tree.root.type.parameters.get('charset') ?? said[0]?.text?.type.parameters.get('charset') ?? null,
  );
  const parts = told(unpacked.files, words.words?.shown ?? new Set());
  const report = await reportOf(bytes, { head, text: words.text, fields: tree.root.fields, reports, files });
  const displays = await Promise.all(
    reports
      .filter(({ type }) => type.value === 'message/disposition-notification')
      .map(async (part) => displayedIn(await contentOf(bytes, part))),
  );
  const isReport = report !== null || tree.root.type.value === 'multipart/report';
  const isSealed = unpacked.isEncrypted || /^-----BEGIN PGP MESSAGE-----/m.test(words.text);
  const notices: [MailNotice, boolean][] = [
    ['CUT', tree.isCut || words.isCut],
    ['BROKEN', tree.isBroken],
    ['UNREADABLE_CHARACTERS', words.isDamaged],
    ['TNEF_UNREADABLE', unpacked.isTnefUnreadable],
    ['ENCRYPTED', isSealed],
    ['ADDRESSES_CUT', head.isCut],
  ];
  const { isCut: _, ...told_ } = head;
  return {
    ...told_,
    text: words.text,
    html: words.html,
    quoted: quotedHistory(words.text, words.html, words.words, words.isTextOfHtml),
    parts,
    notices: notices.flatMap(([notice, applies]) => (applies ? [notice] : [])),
    automatic: automaticMail({ fields: tree.root.fields, from: head.from, returnPath: head.returnPath, subject: head.subject, isReport }),
    report,
    displayed: displays.find((one) => one !== null) ?? null,
  };
}

/** The same of a mail of which more cannot be read within its bounds: its headers, and the notice that there is more. */
export function readHeadersAlone(source: Uint8Array, now: Date = new Date()): ParsedMail {
  const { fields } = fieldsAt(bufferOf(source), 0);
  const { isCut: _, ...head } = headOf(fields, now, null);
  return {
    ...head,
    text: '',
    html: null,
    quoted: { textStart: 0, htmlStart: null },
    parts: [],
    notices: ['HEADERS_ONLY'],
    automatic: automaticMail({ fields, from: head.from, returnPath: head.returnPath, subject: head.subject, isReport: false }),
    report: null,
    displayed: null,
  };
}

type Head = Omit<ParsedMail, 'text' | 'html' | 'quoted' | 'parts' | 'notices' | 'automatic' | 'report' | 'displayed'> & { isCut: boolean };

function headOf(fields: readonly Field[], now: Date, charset: string | null): Head {
  const people = (name: string): Addresses => {
    const all = allValues(fields, name)
      .slice(0, 50)
      .map((value) => addressesIn(value, charset));
    const byAddress = new Map(
      all
        .flatMap(({ addresses }) => addresses)
        .reverse()
        .map((one) => [one.address, one] as const),
    );
    return {
      addresses: [...byAddress.values()].reverse(),
      names: all.flatMap(({ names }) => names),
      isCut: all.some(({ isCut }) => isCut),
    };
  };
  const [from, to, cc, bcc] = [people('from'), people('to'), people('cc'), people('bcc')];
  const references = messageIdsIn(allValues(fields, 'references').join(' '));
  const delivered = DELIVERED_TO.flatMap((name) =>
    allValues(fields, name).flatMap((value) => addressesIn(value).addresses.map(({ address }) => address)),
  );
  return {
    messageId: messageIdIn(firstValue(fields, 'message-id')),
    inReplyTo: messageIdIn(allValues(fields, 'in-reply-to').find((value) => messageIdIn(value) !== null) ?? null),
    references: references.ids,
    from: from.addresses[0] ?? null,
    fromName: from.addresses[0]?.name || from.names[0] || '',
    sender: people('sender').addresses[0] ?? null,
    replyTo: people('reply-to').addresses,
    to: to.addresses,
    cc: cc.addresses,
    bcc: bcc.addresses,
    deliveredTo: [...new Set(delivered)].slice(0, 100),
    returnPath: returnPathOf(firstValue(fields, 'return-path')),
    subject: subjectOf(firstValue(fields, 'subject'), charset),
    date: mailDate(firstValue(fields, 'date'), now),
    authenticationResults: allValues(fields, 'authentication-results')
      .slice(0, MOST_AUTHENTICATION_RESULTS)
      .map((value) => headerText(value).slice(0, LONGEST_AUTHENTICATION_RESULT).toWellFormed()),
    isCut: references.isCut || [from, to, cc, bcc].some(({ isCut }) => isCut),
  };
}

function subjectOf(value: string | null, charset: string | null): string {
  const subject = value === null ? '' : headerText(value, charset);
  return subject.length <= EMAIL_SUBJECT_LIMIT
    ? subject
    : subject
        .slice(0, EMAIL_SUBJECT_LIMIT)
        .toWellFormed()
        .replace(/\ufffd$/, '');
}

/** `<>`: nobody wants to be told that it did not arrive. */
function returnPathOf(value: string | null): string | null {
  if (value === null) return null;
  const plain = value.replace(/\([^()]*\)/g, '').trim();
  if (plain === '<>' || plain === '') return plain === '<>' ? '' : null;
  return settledAddress(plain)?.address ?? null;
}

interface ReportFacts {
  head: Head;
  text: string;
  fields: readonly Field[];
  reports: readonly SourcePart[];
  files: readonly SourcePart[];
}

async function reportOf(source: Buffer, { head, text, fields, reports, files }: ReportFacts): Promise<DeliveryReport | null> {
  const returned = files.find(({ type }) =>
    /^(?:text\/rfc822(?:-headers)?|message\/(?:rfc822|global|global-headers|rfc822-headers))$/.test(type.value),
  );
  const ofReturned = returned === undefined ? null : originalIdIn(await contentOf(source, returned));
  const statuses = reports.filter(({ type }) => type.value.endsWith('delivery-status'));
  const recipients = (await Promise.all(statuses.map(async (part) => recipientsOf(await contentOf(source, part))))).flat();
  if (recipients.length > 0) return { kind: 'REPORT', recipients, originalMessageId: ofReturned ?? head.inReplyTo };
  const local = head.from?.address.split('@')[0] ?? '';
  return reportInWords({
    subject: head.subject,
    text,
    failedRecipients: allValues(fields, 'x-failed-recipients').flatMap((value) =>
      addressesIn(value).addresses.map(({ address }) => address),
    ),
    isFromServer: head.returnPath === '' || /^(?:mailer-?daemon|postmaster|mail-?delivery)/.test(local),
    ends: [...head.to, ...(head.from === null ? [] : [head.from])].map(({ address }) => address),
    originalMessageId: ofReturned ?? head.inReplyTo,
  });
}

import { randomUUID } from 'node:crypto';
import { compose } from './compose.ts';
import { partOf } from './imap/mime.ts';

const SERVER = 'mail.sandbox.test';

export interface Report {
  /** To whom it comes back. */
  sender: string;
  recipient: string;
  source: Buffer;
  action: 'failed' | 'delayed';
  status: string;
  words: string;
}

/** A report of what became of a mail (RFC 3464), with the headers of that mail. */
export function reportOf({ sender, recipient, source, action, status, words }: Report): Buffer {
  const boundary = `report-${randomUUID()}`;
  const isFailed = action === 'failed';
  const lines = [
    `From: Mail Delivery System <mailer-daemon@${SERVER}>`,
    `To: ${sender}`,
    `Subject: ${isFailed ? 'Undelivered Mail Returned to Sender' : 'Delayed Mail (still being retried)'}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${SERVER}>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    isFailed ? 'Your mail could not be delivered to:' : 'Your mail has not been delivered yet, and is tried again, to:',
    '',
    `<${recipient}>: ${words}`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    `Reporting-MTA: dns; ${SERVER}`,
    `Arrival-Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${words}`,
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
  ];
  const head = partOf(source).head;
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n`), head, Buffer.from(`--${boundary}--\r\n`)]);
}

export interface AwayFrom {
  /** Who is out. */
  owner: string;
  sender: string;
  source: Buffer;
  /** With the headers that say that a machine wrote it (RFC 3834). */
  isMarked: boolean;
}

/** What a mailbox answers by itself while its owner is out. */
export async function awayAnswer({ owner, sender, source, isMarked }: AwayFrom): Promise<Buffer> {
  const { headers } = partOf(source);
  const messageId = headers.get('message-id');
  const answered = messageId ? { inReplyTo: messageId, references: messageId } : {};
  const { source: answer } = await compose({
    from: owner,
    to: sender,
    subject: `Automatic reply: ${headers.get('subject') ?? ''}`.trim(),
    text: 'I am out of the office and shall answer when I am back.',
    ...answered,
    ...(isMarked && { headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All', Precedence: 'auto_reply' } }),
  });
  return answer;
}

/** Whether a machine wrote it: such a mail is answered by no machine. */
export function isOfMachine(sender: string, source: Buffer): boolean {
  const { headers } = partOf(source);
  const isSubmitted = !/^(?:|no)$/i.test(headers.get('auto-submitted') ?? '');
  return sender === '' || isSubmitted || headers.has('x-auto-response-suppress') || headers.has('list-id');
}

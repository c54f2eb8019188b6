import type { Email } from '@parley/contract';
import { type Files, keepBytes, keepUpload } from '../src/files/index.ts';
import { newId } from '../src/platform/clock.ts';
import type { TestAccount } from './people.ts';

/** An e-mail as an adapter hands it over; its looks beside it. */
export const someEmail = (parts: Partial<Email> = {}): Email => ({
  id: '<c7a1@home.example>',
  from: 'Maria <maria@home.example>',
  to: ['shop@lumen.example'],
  cc: [],
  bcc: [],
  subject: 'The lamp flickers',
  content: 'Good morning,\nthe lamp flickers.',
  replyTo: null,
  multipartContent: true,
  receivedDate: '2026-11-02T09:21:00.000Z',
  attachments: [],
  references: [],
  ...parts,
});

/** The source of the mail that this event was made of, as fetching has stored it; of one that has it already nothing happens. */
export async function givenSource(
  files: Files,
  { accountId }: Pick<TestAccount, 'accountId'>,
  mailboxId: string,
  eventId: string,
): Promise<void> {
  const on = files.db.reader(accountId);
  if (await on.selectFrom('mails').select('id').where('event_id', '=', eventId).executeTakeFirst()) return;
  const uploader = { by: 'PROVIDER', accountId, id: mailboxId } as const;
  const bytes = Buffer.from('From: maria@home.example\r\nSubject: The lamp flickers\r\n\r\nGood morning,\r\n');
  const fileId = await keepBytes(files, uploader, { name: 'mail.eml', mediaType: 'message/rfc822', bytes });
  const row = { id: newId(), account_id: accountId, channel_application_id: mailboxId, message_key: fileId, sender: '', file_id: fileId };
  await files.db.inAccount(accountId, async (tx) => {
    await tx
      .insertInto('mails')
      .values({ ...row, size: bytes.length, received_at: new Date().toISOString(), state: 'DONE', event_id: eventId })
      .execute();
    await keepUpload(tx, uploader, fileId);
  });
}

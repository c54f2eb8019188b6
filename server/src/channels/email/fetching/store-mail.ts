import { sql } from 'kysely';
import { keepBytes, keepUpload, letGo, removeUpload, type Uploader } from '../../../files/index.ts';
import { newId } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database.ts';
import { noteInbound } from '../../providers/index.ts';
import { headOf, type MailHead } from './mail-head.ts';
import type { FetchingParts, Mailbox } from './mailbox.ts';
import { ours } from './own-failure.ts';

/** Where a mail lies at its server. */
export type MailPlace = { by: 'IMAP'; folder: string; uidValidity: number; uid: number } | { by: 'POP3'; name: string };

export interface FetchedMail {
  /** As the server gave it; of one that it cannot give, what there is, perhaps nothing. */
  source: Uint8Array;
  place: MailPlace;
  /** When the server took it in. */
  receivedAt: Date;
  /** Bytes, as the server says. */
  size: number;
  /** `source` is its headers and text alone: it is larger than what is taken. */
  cut: boolean;
  /** Why the server could not give it: it goes into quarantine, and stays at the server as it is. */
  trouble?: string;
}

/**
 * Stores a mail, together with the place that is reached by it and with what is to be done with it at its server, in one transaction: KNOWN
 * where the mailbox has it already. Rejects with OwnFailure; nothing has happened then.
 */
export function storeMail(parts: FetchingParts, mailbox: Mailbox, mail: FetchedMail): Promise<'STORED' | 'KNOWN'> {
  return ours(() => store(parts, mailbox, mail));
}

async function store(parts: FetchingParts, mailbox: Mailbox, mail: FetchedMail): Promise<'STORED' | 'KNOWN'> {
  const { db, files } = parts;
  const { accountId, channelApplicationId } = mailbox;
  const head = headFor(mail);
  const uploader: Uploader = { by: 'PROVIDER', accountId, id: channelApplicationId };
  const isKnown = await hasMail(parts, mailbox, head.key);
  const bytes = mail.source;
  const fileId =
    isKnown || bytes.length === 0 ? null : await keepBytes(files, uploader, { name: 'mail.eml', mediaType: 'message/rfc822', bytes });
  const isNew = await db.inAccount(accountId, async (tx) => {
    const row = {
      id: newId(),
      account_id: accountId,
      channel_application_id: channelApplicationId,
      message_key: head.key,
      sender: head.sender,
      message_id: head.messageId,
      file_id: fileId,
      size: mail.size,
      cut: mail.cut,
      received_at: mail.receivedAt.toISOString(),
      ...(mail.trouble !== undefined && { state: 'QUARANTINED', reason: mail.trouble }),
    };
    const made = isKnown
      ? undefined
      : await tx
          .insertInto('mails')
          .values(row)
          .onConflict((on) => on.columns(['account_id', 'channel_application_id', 'message_key']).doNothing())
          .returning('id')
          .executeTakeFirst();
    if (made && fileId !== null) await keepUpload(tx, uploader, fileId);
    if (made && mail.trouble === undefined) await noteInbound(tx, accountId, channelApplicationId);
    await reach(tx, mailbox, mail);
    return made !== undefined;
  });
  if (!isNew && fileId !== null) await removeUpload(files, uploader, fileId);
  if (isNew && mail.trouble === undefined) parts.stored();
  return isNew ? 'STORED' : 'KNOWN';
}

/** A mail that could not be given whole is another one for us than itself once it can be. */
function headFor({ source, place, trouble }: FetchedMail): MailHead {
  const head = headOf(source);
  return trouble === undefined ? head : { ...head, key: withoutSource(place) };
}

const withoutSource = (place: MailPlace): string =>
  place.by === 'IMAP' ? `not-given:${place.folder}:${place.uidValidity}:${place.uid}` : `not-given:${place.name}`;

async function hasMail({ db }: FetchingParts, { accountId, channelApplicationId }: Mailbox, key: string): Promise<boolean> {
  const row = await db
    .reader(accountId)
    .selectFrom('mails')
    .select('id')
    .where('channel_application_id', '=', channelApplicationId)
    .where('message_key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** The place that is reached, and what is to be done there. */
async function reach(tx: Tx, { accountId, channelApplicationId, after }: Mailbox, { place, trouble }: FetchedMail): Promise<void> {
  const mailbox = { account_id: accountId, channel_application_id: channelApplicationId };
  if (place.by === 'POP3') {
    await tx
      .insertInto('mailbox_names')
      .values({ ...mailbox, name: place.name, to_remove: trouble === undefined && after === 'DELETE' })
      .onConflict((on) => on.doNothing())
      .execute();
  } else {
    const { folder, uidValidity, uid } = place;
    await tx
      .updateTable('mailbox_places')
      .set({ last_uid: sql<number>`greatest(last_uid, ${uid}::bigint)` })
      .where('channel_application_id', '=', channelApplicationId)
      .where('folder', '=', folder)
      .where('uid_validity', '=', uidValidity)
      .execute();
    const task = trouble === undefined ? 'AFTER' : 'FETCH';
    await tx
      .insertInto('mailbox_tasks')
      .values({ ...mailbox, folder, uid_validity: uidValidity, uid, task })
      .onConflict((on) =>
        on
          .columns(['account_id', 'channel_application_id', 'folder', 'uid_validity', 'uid'])
          // What could not be given before is here now.
          .doUpdateSet({ task, tries: 0, due_at: sql<string>`clock_timestamp()` })
          .where('mailbox_tasks.task', '=', 'FETCH')
          .where(sql<boolean>`${task === 'AFTER'}`),
      )
      .execute();
  }
  if (trouble === undefined) await forgetNotGiven(tx, channelApplicationId, place);
}

/** It was in quarantine since the server could not give it, and now it is here. */
async function forgetNotGiven(tx: Tx, channelApplicationId: string, place: MailPlace): Promise<void> {
  const gone = await tx
    .deleteFrom('mails')
    .where('channel_application_id', '=', channelApplicationId)
    .where('message_key', '=', withoutSource(place))
    .returning('file_id')
    .executeTakeFirst();
  if (gone?.file_id) await letGo(tx, gone.file_id);
}

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ours } from './own-failure.ts';
import { type Listed, openPop3, type Pop3, Refusal } from './pop3-client.ts';
import { type Session, STUMBLES } from './session.ts';
import { storeMail } from './store-mail.ts';

/** POP3 has no folders and no numbers that last: a place of this name says that the mailbox was begun. */
const BEGUN = '';
const NAMES_AT_ONCE = 1000;

/**
 * Looks through a mailbox once (RFC 1939). Each mail is known by the name that the server gives it, or by its headers where it gives none; it is
 * stored in a transaction of its own, and deleted there only afterwards. What lay there before the mailbox was ours stays. Rejects with whatever
 * ends it.
 */
export async function fetchByPop3(session: Session): Promise<void> {
  const { parts, mailbox, signIn, signal } = session;
  const client = await openPop3(mailbox.server, signIn, parts.reach, signal);
  try {
    const mails = await named(client, await client.list());
    const known = await ours(() => begin(session, [...mails.keys()]));
    for (const [name, mail] of mails) {
      signal.throwIfAborted();
      const before = known.get(name);
      if (before === undefined) await fetchOne(session, client, name, mail);
      if (before === true || (before === undefined && (await ours(() => isToRemove(session, name))))) await client.remove(mail.number);
    }
    // Only now the server deletes anything.
    await client.quit();
  } finally {
    client.close();
  }
  await session.well(null);
}

/** By the server's names, or of each mail by its headers: those stay, whatever its number is the next time. */
async function named(client: Pop3, listed: readonly Listed[]): Promise<Map<string, Listed>> {
  const mails = new Map<string, Listed>();
  for (const mail of listed) {
    const name =
      mail.uidl ??
      `headers:${createHash('sha256')
        .update(await client.top(mail.number))
        .digest('hex')}`;
    mails.set(name, mail);
  }
  return mails;
}

/** Forgets what is listed no more, and takes what lies there on the first look as known. @returns what is known, and whether it is to be deleted */
async function begin({ parts, mailbox }: Session, names: readonly string[]): Promise<Map<string, boolean>> {
  const { accountId, channelApplicationId } = mailbox;
  const own = { account_id: accountId, channel_application_id: channelApplicationId };
  return parts.db.inAccount(accountId, async (tx) => {
    const begun = await tx
      .insertInto('mailbox_places')
      .values({ ...own, folder: BEGUN, uid_validity: 0, last_uid: 0 })
      .onConflict((on) => on.doNothing())
      .returning('folder')
      .executeTakeFirst();
    if (begun)
      for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
        const rows = names.slice(from, from + NAMES_AT_ONCE).map((name) => ({ ...own, name }));
        await tx
          .insertInto('mailbox_names')
          .values(rows)
          .onConflict((on) => on.doNothing())
          .execute();
      }
    await sql`
      delete from mailbox_names n where n.channel_application_id = ${channelApplicationId}::uuid
        and not exists (select from unnest(${[...names]}::text[]) l(name) where l.name = n.name)`.execute(tx);
    const rows = await tx
      .selectFrom('mailbox_names')
      .select(['name', 'to_remove'])
      .where('channel_application_id', '=', channelApplicationId)
      .execute();
    return new Map(rows.map(({ name, to_remove }) => [name, to_remove]));
  });
}

async function isToRemove({ parts, mailbox }: Session, name: string): Promise<boolean> {
  const row = await parts.db
    .reader(mailbox.accountId)
    .selectFrom('mailbox_names')
    .select('to_remove')
    .where('channel_application_id', '=', mailbox.channelApplicationId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.to_remove === true;
}

/** One that the server does not give, or over which connections break, is asked for again by later looks, and kept as far as it is known in the end. */
async function fetchOne(session: Session, client: Pop3, name: string, { number, size }: Listed): Promise<void> {
  const { parts, mailbox, stumbles } = session;
  const before = stumbles.get(name) ?? 0;
  stumbles.set(name, before + 1);
  session.begun();
  const facts = { size, receivedAt: new Date(), place: { by: 'POP3', name } as const };
  try {
    if (before >= STUMBLES) {
      const source = before > STUMBLES ? new Uint8Array() : await client.top(number).catch(nothingOf);
      await storeMail(parts, mailbox, { ...facts, source, cut: true, trouble: 'NOT_GIVEN the connection breaks whenever it is fetched' });
    } else {
      const { source, isWhole } = await client.retrieve(number, parts.mostBytes);
      await storeMail(parts, mailbox, { ...facts, source, cut: !isWhole });
    }
    stumbles.delete(name);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    parts.log.warn({ channelApplicationId: mailbox.channelApplicationId, name, why: error.message }, 'a mail could not be fetched');
  }
}

function nothingOf(error: unknown): Uint8Array {
  if (error instanceof Refusal) return new Uint8Array();
  throw error;
}

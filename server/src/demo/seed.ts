import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Actor } from '../accounts/index.ts';
import { contactName, createContact } from '../contacts/index.ts';
import { fileToSend, receiveUpload, type Uploader } from '../files/index.ts';
import { newId } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database.ts';
import {
  type Incoming,
  inRooms,
  type RoomsDeps,
  receiveText,
  resolveAs,
  roomOfContact,
  sendFile,
  sendNote,
  sendText,
  takeAs,
} from '../rooms/index.ts';
import { draw } from './drawings.ts';
import { DEMO_SUPER_USER, type DemoAccount, type DemoWidget, demoSites, LUMEN, ORION } from './people.ts';
import { type DemoFile, type Line, LUMEN_STORIES, ORION_STORIES, type Story } from './stories.ts';

const MINUTE = 60_000;

/**
 * Makes the demo when it is not there: two accounts with people, customers and past conversations, and a super admin. Every
 * conversation goes through the product's own rules; only its times are moved back. Nobody has a password there.
 * @param hashOfNone what the identity provider stores of a password that there is not: the demo's people sign in by a click
 * @returns whether it was made now
 */
export async function makeDemo(deps: RoomsDeps, sandboxUrl: string, hashOfNone: () => string): Promise<boolean> {
  const { db } = deps;
  const there = await db.reader(LUMEN.id).selectFrom('accounts').select('id').where('id', '=', LUMEN.id).executeTakeFirst();
  if (there) {
    // A demo made by an earlier release may have fewer widgets than the shop of this one carries.
    await db.inAccount(LUMEN.id, async (tx) => {
      for (const widget of LUMEN.widgets) await makeWidget(tx, LUMEN.id, widget, sandboxUrl);
    });
    return false;
  }
  await makeAccount(db, ORION, sandboxUrl, hashOfNone);
  await makeAccount(db, LUMEN, sandboxUrl, hashOfNone);
  for (const story of ORION_STORIES) await tell(deps, ORION, story);
  for (const story of LUMEN_STORIES) await tell(deps, LUMEN, story);
  await db.outside((tx) =>
    tx
      .insertInto('super_users')
      .values({
        id: DEMO_SUPER_USER.id,
        email: DEMO_SUPER_USER.email,
        email_normalized: DEMO_SUPER_USER.email,
        first_name: DEMO_SUPER_USER.firstName,
        last_name: DEMO_SUPER_USER.lastName,
        password_hash: hashOfNone(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return true;
}

async function makeAccount(db: Database, account: DemoAccount, sandboxUrl: string, hashOfNone: () => string): Promise<void> {
  await db.inAccount(account.id, async (tx) => {
    const { queue } = account;
    // Its people are at work only while somebody plays them: what they hold stays with them for a day instead of ten minutes.
    const settings = JSON.stringify({ handBackAfterMinutes: 1440 });
    await tx
      .insertInto('accounts')
      .values({ id: account.id, name: account.name, country: 'BG', timezone: 'Europe/Sofia', settings })
      .execute();
    await tx.insertInto('queues').values({ id: queue.id, account_id: account.id, name: queue.name, is_default: true }).execute();
    for (const widget of account.widgets) await makeWidget(tx, account.id, widget, sandboxUrl);
    for (const person of account.people) await makePerson(tx, account, person, hashOfNone());
  });
}

/** Makes the widget, unless it is there. */
async function makeWidget(tx: Tx, accountId: string, widget: DemoWidget, sandboxUrl: string): Promise<void> {
  await tx
    .insertInto('channel_applications')
    .values({ id: widget.id, account_id: accountId, type: 'LIVECHAT', name: widget.name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('widgets')
    .values({
      id: widget.id,
      account_id: accountId,
      name: widget.name,
      language: widget.language,
      header_text: widget.headerText,
      welcome_message: widget.welcomeMessage,
      primary_color: widget.primaryColor,
      secondary_color: widget.secondaryColor,
      ask_name: widget.asksName ? 'OPTIONAL' : 'NO',
      privacy_url: widget.privacyPath === '' ? '' : new URL(widget.privacyPath, sandboxUrl).href,
      allowed_sites: demoSites(sandboxUrl),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function makePerson(tx: Tx, account: DemoAccount, person: DemoAccount['people'][number], passwordHash: string): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      id: person.id,
      account_id: account.id,
      email: person.email,
      email_normalized: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      role: person.role,
      job_title: person.jobTitle,
      language: person.language,
      timezone: 'Europe/Sofia',
    })
    .execute();
  await tx.insertInto('user_credentials').values({ account_id: account.id, user_id: person.id, password_hash: passwordHash }).execute();
  await tx.insertInto('user_presence').values({ account_id: account.id, user_id: person.id }).execute();
  if (person.inQueue)
    await tx.insertInto('queue_members').values({ account_id: account.id, queue_id: account.queue.id, user_id: person.id }).execute();
}

async function tell(deps: RoomsDeps, account: DemoAccount, story: Story): Promise<void> {
  const incoming = await makeCustomer(deps.db, account, story);
  const holder = account.people.find((person) => story.agent !== null && person.email.startsWith(`${story.agent}@`));
  const actor: Actor | null = holder
    ? { userId: holder.id, accountId: account.id, role: holder.role, name: `${holder.firstName} ${holder.lastName}`, features: {} }
    : null;
  let taken = false;
  for (const line of story.lines) {
    if (line.by === 'customer') await customerSays(deps, incoming, line);
    else if (!actor) throw new Error('a story in which nobody answers cannot have an answer');
    else {
      if (!taken) await takeAs(deps, actor, incoming.roomId);
      taken = true;
      await colleagueSays(deps, incoming, actor, line);
    }
  }
  if (story.resolved && actor) await resolveAs(deps, actor, incoming.roomId);
  await moveBack(deps.db, account.id, incoming.roomId, incoming.contactId, story.minutesAgo);
}

async function customerSays(deps: RoomsDeps, incoming: Told, { text, file }: Exclude<Line, { by: 'note' }>): Promise<void> {
  const clientMessageId = newId();
  if (!file) return void (await receiveText(deps, { ...incoming, text, clientMessageId }));
  const uploader = { by: 'VISITOR', accountId: incoming.accountId, id: incoming.contactChannelId } as const;
  const upload = await fileToSend(deps.db.reader(incoming.accountId), uploader, await bring(deps, uploader, file));
  await receiveText(deps, { ...incoming, text: null, file: upload, clientMessageId });
}

async function colleagueSays(deps: RoomsDeps, { roomId, contactChannelId: channelId }: Told, actor: Actor, line: Line): Promise<void> {
  const where = { clientMessageId: newId(), roomId };
  if (line.by === 'note') return void (await sendNote(deps, actor, { ...where, text: line.text }));
  if (!line.file) return void (await sendText(deps, actor, { ...where, channelId, text: line.text }));
  const fileId = await bring(deps, { by: 'USER', accountId: actor.accountId, id: actor.userId }, line.file);
  await sendFile(deps, actor, 'FILE', { ...where, channelId, fileId, text: null });
}

async function bring({ files }: RoomsDeps, uploader: Uploader, { name, drawing }: DemoFile): Promise<string> {
  const bytes = await draw(drawing);
  const body = Readable.from([bytes]);
  return (await receiveUpload(files, { uploader, name, length: bytes.length, body, isCancelled: () => false })).fileId;
}

type Told = Omit<Incoming, 'text' | 'clientMessageId'>;

async function makeCustomer(db: Database, account: DemoAccount, story: Story) {
  return inRooms(db, account.id, async (tx) => {
    const contactId = await createContact(tx, account.id, story.customer);
    const contactChannelId = newId();
    await tx
      .insertInto('contact_channels')
      .values({
        id: contactChannelId,
        account_id: account.id,
        contact_id: contactId,
        channel_application_id: account.widgets[0].id,
        type: 'LIVECHAT',
        address: contactChannelId,
      })
      .execute();
    // Nobody comes back with its secret, which nobody was told: it is over.
    await tx
      .insertInto('visitor_sessions')
      .values({
        id: contactChannelId,
        account_id: account.id,
        widget_id: account.widgets[0].id,
        secret_hash: randomBytes(32),
        contact_channel_id: contactChannelId,
        ended_at: sql<string>`clock_timestamp()`,
      })
      .execute();
    const roomId = await roomOfContact(tx, account.id, contactId);
    const name = contactName({ first_name: story.customer.firstName, last_name: story.customer.lastName });
    return { accountId: account.id, roomId, contactChannelId, contactId, contactName: name };
  });
}

/**
 * The story as it was told just now, moved so that its last line lies `minutesAgo` back and each line before it two minutes
 * more; what the system records stands in the minute of the line that follows it.
 */
async function moveBack(db: Database, accountId: string, roomId: string, contactId: string, minutesAgo: number): Promise<void> {
  const end = new Date(Date.now() - minutesAgo * MINUTE).toISOString();
  await db.inAccount(accountId, async (tx) => {
    await sql`
      update events e set created_at = ${end}::timestamptz - after.lines * interval '2 minutes'
      from (
        select o.id, greatest(0, count(l.id) - (case when o.kind = 'SYSTEM' then 1 else 0 end)) as lines
        from events o left join events l on l.room_id = o.room_id and l.kind = 'COMMUNICATION' and l.seq > o.seq
        where o.room_id = ${roomId}::uuid group by o.id, o.kind) after
      where e.id = after.id`.execute(tx);
    await sql`
      update events set status = 'SEEN', status_at = created_at where room_id = ${roomId}::uuid and status is not null`.execute(tx);
    await sql`
      update conversations c set created_at = at.started, modified_at = ${end}::timestamptz,
        assigned_at = case when c.assigned_at is not null then at.assigned end,
        resolved_at = case when c.resolved_at is not null then ${end}::timestamptz end,
        waited_ms = case when c.waited_ms is not null then extract(epoch from at.assigned - at.entered) * 1000 end
      from (
        select min(created_at) as started, max(created_at) filter (where type = 'USER_ASSIGNED') as assigned,
          min(created_at) filter (where type = 'ENTER_QUEUE') as entered
        from events where room_id = ${roomId}::uuid) at
      where c.room_id = ${roomId}::uuid`.execute(tx);
    await sql`
      update rooms r set last_event_at = at.last, last_received_at = at.received, created_at = at.first
      from (
        select max(created_at) filter (where kind = 'COMMUNICATION') as last, min(created_at) as first,
          max(created_at) filter (where kind = 'COMMUNICATION' and origin_type = 'CUSTOMER') as received
        from events where room_id = ${roomId}::uuid) at
      where r.id = ${roomId}::uuid`.execute(tx);
    await sql`
      update waiting set since = (select max(created_at) from events where room_id = ${roomId}::uuid and type = 'ENTER_QUEUE')
      where room_id = ${roomId}::uuid`.execute(tx);
    await sql`update contacts set created_at = (select created_at from rooms where id = ${roomId}::uuid) where id = ${contactId}::uuid`.execute(
      tx,
    );
    await sql`
      update contact_channels set agents_delivered_seq = channel_seq, used_at = ${end}::timestamptz,
        created_at = (select created_at from rooms where id = ${roomId}::uuid)
      where room_id = ${roomId}::uuid`.execute(tx);
  });
}

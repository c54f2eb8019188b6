import type { Actor } from '../../src/accounts/index.ts';
import { newId } from '../../src/platform/clock.ts';
import type { TestApp } from '../app.ts';
import { someEmail } from '../emails.ts';
import type { TestAccount } from '../people.ts';
import { plainPicture } from '../pictures.ts';
import { givenCarrier, givenEnd, givenQuarantined, givenService, givenSignature, mailboxSettings } from '../providers.ts';
import { givenSuperUser, SignInBrowser } from '../sign-in.ts';
import { givenTimeslot } from '../timeslots.ts';
import { type Budget, NARROWED, OWN_SCHEDULED, QUEUES_OF_CHANNELS, VIEWS } from './budget.ts';
import { halfANote } from './half-a-note.ts';
import { fixtureId } from './large-fixture.ts';
import type { PlanLog } from './plan-log.ts';

export interface Person {
  actor: Actor;
  token: string;
}

/** How the plans' test asks, and of what. */
export interface Asking {
  app: TestApp;
  plans: PlanLog;
  account: TestAccount;
  signIn(actor: Actor): Promise<Person>;
  hot(what: string, act: () => Promise<unknown>, budget?: Budget): Promise<void>;
  as(person: Person, method: string, path: string, body?: unknown): Promise<unknown>;
  uploadOf(person: Person, name: string, bytes: Buffer): Promise<string>;
  quiet: Person;
  supervisor: Person;
}

export const picture = () => plainPicture(4, 4).png().toBuffer();

/** Files, drafts, groups, retries and notices of an agent. */
export async function restOf({ app, plans, account, hot, as, uploadOf, quiet, supervisor }: Asking, person: Person): Promise<void> {
  await hot('limits of files', () => as(person, 'GET', 'files/limits').then(() => as(person, 'GET', 'users/me')));
  await hot('colleagues and queues to hand on to', () => as(person, 'GET', 'transfer-targets?search=a'));
  await hot('uploads', () => uploadOf(person, 'a.txt', Buffer.from('words')));
  const fileId = await uploadOf(person, 'a.txt', Buffer.from('words'));
  await hot('throws an upload away', () => as(person, 'DELETE', `files/${fileId}`));
  const fileIds: string[] = [];
  for (const n of [2, 6, 26]) fileIds.push(await fixtureId(plans.superuser, account.accountId, 'event', `1-${n}`));
  await hot('addresses of files', () => as(person, 'POST', 'files/urls', { fileIds }));
  const [draftRoomId, channelId] = [
    await fixtureId(plans.superuser, account.accountId, 'room', '1'),
    await fixtureId(plans.superuser, account.accountId, 'channel', '1'),
  ];
  await hot('save a draft', () => as(person, 'PUT', `rooms/${draftRoomId}/drafts/${channelId}`, halfANote()));
  await hot('my drafts', () => as(person, 'GET', 'users/me/drafts'));
  const customers = await plans.superuser.query<{ room_id: string }>(
    "select room_id from contact_channels where account_id = $1 and type = 'LIVECHAT' and room_id is not null limit 1",
    [account.accountId],
  );
  const roomId = customers.rows[0]?.room_id;
  await hot('what is known of a customer', () => as(supervisor, 'GET', `rooms/${roomId}/customer`));
  await hot('past conversations', () => as(supervisor, 'GET', `rooms/${roomId}/past-conversations`));
  await hot('older past conversations', () => as(supervisor, 'GET', `rooms/${roomId}/past-conversations?after=${newId()}`));
  const note = { type: 'Note', payload: { clientMessageId: newId(), roomId, text: 'Worth knowing' } };
  const { eventId } = (await as(supervisor, 'POST', `rooms/${roomId}/messages`, note)) as { eventId: string };
  await hot('pins a note', () => as(supervisor, 'PUT', `rooms/${roomId}/pinned-notes/${eventId}`));
  await hot('pinned notes', () => as(supervisor, 'GET', `rooms/${roomId}/pinned-notes`));
  await hot('unpins a note', () => as(supervisor, 'DELETE', `rooms/${roomId}/pinned-notes/${eventId}`));
  await hot('what is sent later', () => as(supervisor, 'GET', `rooms/${roomId}/scheduled`));
  await hot('rooms with what I send later', () => as(person, 'GET', 'users/me/scheduled'), OWN_SCHEDULED);
  const { rows: open } = await plans.superuser.query<{ id: string }>(
    "select id from conversations where account_id = $1 and state <> 'RESOLVED' limit 100",
    [account.accountId],
  );
  await hot('what waits in a hundred conversations', () =>
    as(supervisor, 'GET', `conversations/scheduled?conversation_id=${open.map(({ id }) => id).join()}`),
  );
  const ofNote = `rooms/${roomId}/messages/${eventId}`;
  await hot('edits a note', () => as(supervisor, 'PUT', `${ofNote}/words`, { text: 'Worth knowing indeed' }));
  await hot('what a note said before', () => as(supervisor, 'GET', `${ofNote}/earlier`));
  await plans.superuser.query('update events set details = $2 where id = $1', [eventId, JSON.stringify({ email: someEmail() })]);
  await plans.superuser.query('insert into email_bodies (account_id, event_id, html) values ($1, $2, $3)', [
    account.accountId,
    eventId,
    '<p>Hello</p>',
  ]);
  const { url } = (await as(supervisor, 'POST', `rooms/${roomId}/events/${eventId}/email-page`, {})) as { url: string };
  await hot('where an e-mail is read', () => as(supervisor, 'POST', `rooms/${roomId}/events/${eventId}/email-page`, { dark: true }));
  const source = await uploadOf(person, 'mail.eml', Buffer.from('Subject: words\r\n\r\nwords'));
  await plans.superuser.query(
    `insert into mails (id, account_id, channel_application_id, message_key, sender, file_id, size, received_at, state, event_id)
      select $1, account_id, id, $5, '', $2, 9, now(), 'DONE', $3 from channel_applications where account_id = $4 limit 1`,
    [newId(), source, eventId, account.accountId, newId()],
  );
  await hot('an e-mail as it came', () => as(supervisor, 'GET', `rooms/${roomId}/events/${eventId}/email-original`));
  await hot('addresses to write to', () => as(supervisor, 'GET', `rooms/${roomId}/email-addresses?prefix=mar`));
  await hot('an e-mail’s page', () => fetch(`${app.origin}${url}`));
  await hot('reacts to a note', () => as(supervisor, 'PUT', `${ofNote}/reactions`, { emoji: '👍', given: true }));
  await hot('deletes a note', () => as(supervisor, 'DELETE', ofNote));
  await hot('whom one may name', () => as(supervisor, 'GET', `rooms/${roomId}/mentionable`));
  await hot('my mentions', () => as(person, 'GET', 'users/me/mentions'));
  await hot('older mentions', () => as(person, 'GET', `users/me/mentions?after=${newId()}`));
  let chatId = '';
  await hot('begins a discussion', async () => {
    chatId = ((await as(supervisor, 'POST', `rooms/${roomId}/discussions`, { users: [quiet.actor.userId] })) as { id: string }).id;
  });
  await hot('discussions of a room', () => as(supervisor, 'GET', `rooms/${roomId}/discussions`));
  await hot('ends a discussion', () => as(supervisor, 'DELETE', `rooms/${roomId}/discussions/${chatId}`));
  await hot('mailboxes to write from', () => as(person, 'GET', 'emails/write-from'));
  await hot('notifications', () => as(person, 'GET', 'users/me/notifications'));
  await hot('older notifications', () => as(person, 'GET', `users/me/notifications?after=${newId()}`));
  await hot('notifications read', () => as(person, 'POST', 'users/me/notifications/read', { upTo: newId() }));
  await hot('mentions read', () => as(person, 'POST', 'users/me/notifications/read', { roomEventIds: [newId(), newId()] }));
  await hot('notifications of a room read', () => as(person, 'POST', 'users/me/notifications/read', { roomId }));
  const users = [quiet.actor.userId, supervisor.actor.userId];
  let groupId = '';
  await hot('makes a group', async () => {
    groupId = ((await as(person, 'POST', 'rooms', { users, roomType: 'GROUP' })) as { id: string }).id;
  });
  await hot('how far colleagues have read', () => as(person, 'GET', `rooms/${groupId}/readers`));
  await hot('which colleagues are there', () => as(person, 'GET', 'users/presence'));
  await hot('how people work', () => as(supervisor, 'GET', 'monitoring/users'));
  const roomParticipants = [{ associatedParticipantId: quiet.actor.userId, type: 'USER' }];
  await hot('takes out of a group', () => as(person, 'DELETE', `rooms/${groupId}/participants`, { roomParticipants }));
  await hot('adds to a group', () => as(person, 'POST', `rooms/${groupId}/participants`, { roomParticipants }));
  const { rows } = await plans.superuser.query<{ event_id: string; room_id: string }>(
    `select a.event_id, e.room_id from attempts a join events e on e.id = a.event_id
     where a.account_id = $1 and a.state = 'PENDING' and a.due_at > now() limit 1`,
    [account.accountId],
  );
  const pending = rows[0] as { event_id: string; room_id: string };
  const ofPending = `rooms/${pending.room_id}/messages/${pending.event_id}`;
  await hot('the way of a message', () => as(supervisor, 'GET', `${ofPending}/path`));
  const setStatus = (status: string) => plans.superuser.query('update events set status = $2 where id = $1', [pending.event_id, status]);
  await setStatus('REJECTED');
  await hot('takes words to be sent anew', () => as(supervisor, 'POST', `${ofPending}/anew`));
  await setStatus('PENDING');
  await hot('retries', () => as(supervisor, 'POST', `rooms/${pending.room_id}/messages/${pending.event_id}/retry`));
}

/** Each list by each filter. */
export async function narrowedOf({ account, hot, as, quiet }: Asking, name: string, person: Person): Promise<void> {
  const newest = 'size=30&sort=lastEventTimestamp,desc';
  const states = ['ASSIGNED', 'UNASSIGNED', 'RESOLVED'].map((state) => `room_state=${state}&type=EXTERNAL`);
  const byIds = [`queue=${account.queueId}`, `agent=${quiet.actor.userId}`];
  for (const list of ['view=mine', ...states])
    for (const filter of [
      'search=customer',
      'channel=SMS,EMAIL',
      'unread=true',
      'starred=true',
      'state=UNASSIGNED',
      ...byIds,
      byIds.join('&'),
    ])
      await hot(`${name}: list ${list}&${filter}`, () => as(person, 'GET', `rooms?${newest}&${list}&${filter}`), NARROWED);
}

/** Views of the list, one for each list and filter: they are counted together. */
export async function viewsOf({ account, hot, as, quiet }: Asking, person: Person): Promise<void> {
  const filters = [
    { channel: ['SMS'] },
    { unread: true },
    { starred: true },
    { queue: [account.queueId] },
    { agent: [quiet.actor.userId] },
  ];
  const lists = ['work', 'mine', 'waiting', 'snoozed', 'all', 'resolved', 'internal'];
  let id = '';
  for (const [place, list] of lists.entries())
    await hot(
      `keeps a view of ${list}`,
      async () => {
        const view = { name: `View ${newId()}`, list, filters: filters[place % filters.length], sort: null, shared: false };
        ({ id } = (await as(person, 'POST', 'room-views', view)) as { id: string });
      },
      VIEWS,
    );
  await hot('views', () => as(person, 'GET', 'room-views'), VIEWS);
  await hot('moves a view', () => as(person, 'PATCH', `room-views/${id}`, [{ op: 'replace', path: 'place', value: 0 }]), VIEWS);
  await hot('deletes a view', () => as(person, 'DELETE', `room-views/${id}`));
  await hot('queues to narrow by', () => as(person, 'GET', 'room-queues'));
}

/** Lists of those who administer. */
export async function administrationOf(asking: Asking, someone: Person): Promise<void> {
  const { app, account, signIn, hot, as } = asking;
  const admin = await signIn(await account.agent('Admin', { role: 'admin', inQueue: false }));
  const [password, email] = [`made-up-${newId()}`, `super-${newId()}@parley.example`];
  await givenSuperUser(app.database.db, email, password);
  const { access_token: token } = await new SignInBrowser(app.origin).signIn(email, password);
  const superAdmin: Person = { actor: admin.actor, token };
  const own = `accounts/${account.accountId}`;
  const timeslotId = await givenTimeslot(app.database.db, account.accountId);
  const { id: endId } = await givenEnd(app.database.db, account, { type: 'VIBER_PUBLIC' });
  const deliveryId = await givenQuarantined(app.database.db, account, endId);
  for (const [who, person] of [
    ['admin', admin],
    ['super admin', superAdmin],
  ] as const) {
    await hot(`${who}: people`, () => as(person, 'GET', `${own}/people?size=50&search=agent`));
    await hot(`${who}: a person`, () => as(person, 'GET', `${own}/people/${someone.actor.userId}`));
    await hot(`${who}: timeslots`, () => as(person, 'GET', `${own}/timeslots?size=50&search=hours`));
    await hot(`${who}: a timeslot`, () => as(person, 'GET', `${own}/timeslots/${timeslotId}`));
    await hot(`${who}: absence`, () => as(person, 'GET', `${own}/absence`));
    await hot(`${who}: health of channels`, () => as(person, 'GET', `${own}/channel-health`), QUEUES_OF_CHANNELS);
    await hot(`${who}: health of a channel`, () => as(person, 'GET', `${own}/channel-health/${endId}`), QUEUES_OF_CHANNELS);
    await hot(`${who}: quarantine`, () => as(person, 'GET', `${own}/channel-health/${endId}/quarantine?after=${deliveryId}`));
    await hot(`${who}: a delivery in quarantine`, () => as(person, 'GET', `${own}/channel-health/${endId}/quarantine/${deliveryId}`));
    await hot(`${who}: sending`, () => as(person, 'GET', `${own}/sending`));
    await hot(`${who}: silence`, () => as(person, 'GET', `${own}/auto-resolve`));
    await hot(`${who}: capacity`, () => as(person, 'GET', `${own}/capacity`));
    await hot(`${who}: queues`, () => as(person, 'GET', `${own}/queues?search=gen&sort=waiting,desc`));
    await hot(`${who}: a queue`, () => as(person, 'GET', `${own}/queues/${account.queueId}`));
    await hot(`${who}: the trail`, () => as(person, 'GET', `${own}/audit`));
    await hot(`${who}: the trail of one person`, () => as(person, 'GET', `${own}/audit?person=${someone.actor.userId}&after=${newId()}`));
  }
  await hot('accounts', () => as(superAdmin, 'GET', 'accounts?search=lum'));
  await hot('one account', () => as(superAdmin, 'GET', own));
  await hot('super users', () => as(superAdmin, 'GET', 'super-users'));
  await hot('the trail of the installation', () => as(superAdmin, 'GET', 'audit'));
  await channelSettingsOf(asking, superAdmin);
}

/** Carriers, what was bought of them, and the ends that speak through it. */
async function channelSettingsOf({ app, account, hot, as }: Asking, person: Person): Promise<void> {
  const { db } = app.database;
  const carrierId = await givenCarrier(db, { kind: 'HTTP', address: 'https://carrier.example', name: 'Danube' });
  const serviceId = await givenService(db, { carrierId, channelType: 'SMS' });
  const viberServiceId = await givenService(db, { carrierId, channelType: 'VIBER', title: 'Viber' });
  await hot('carriers', () => as(person, 'GET', 'carriers?search=dan&sort=networkId,desc'));
  await hot('a carrier', () => as(person, 'GET', `carriers/${carrierId}`));
  await hot('services of a carrier', () => as(person, 'GET', `carriers/${carrierId}/services?search=serv`));
  await hot('a service of a carrier', () => as(person, 'GET', `carriers/${carrierId}/services/${serviceId}`));
  const troubles = `carriers/${carrierId}/services/${serviceId}/troubles`;
  await hot('what came over a service for nobody', () => as(person, 'GET', troubles));
  await hot('services to choose from', () => as(person, 'GET', 'carrier-services?channelType=SMS'));
  for (const [kind, type, through] of [
    ['sms-settings', 'SMS', { serviceId }],
    ['viber-channels', 'VIBER', { serviceId: viberServiceId }],
    ['viber-supports', 'VIBER_PUBLIC', {}],
  ] as const) {
    const { id } = await givenEnd(db, account, { type, sender: 'ours', ...through });
    const path = `accounts/${account.accountId}/${kind}`;
    await hot(`all ${kind}`, () => as(person, 'GET', `${path}?search=our&sort=sender,desc`));
    await hot(`one of ${kind}`, () => as(person, 'GET', `${path}/${id}`));
  }
  const { id: mailboxId } = await givenEnd(db, account, { type: 'EMAIL', sender: 'care@shop.example', settings: mailboxSettings });
  const signatureId = await givenSignature(db, account, mailboxId);
  const mailboxes = `accounts/${account.accountId}/mailboxes`;
  await hot('all mailboxes', () => as(person, 'GET', `${mailboxes}?search=care&sort=sender,desc`));
  await hot('one mailbox', () => as(person, 'GET', `${mailboxes}/${mailboxId}`));
  await hot('signatures of a mailbox', () => as(person, 'GET', `${mailboxes}/${mailboxId}/signatures`));
  await hot('one signature', () => as(person, 'GET', `${mailboxes}/${mailboxId}/signatures/${signatureId}`));
}

import type { IncomingServer } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../../test/database.ts';
import { type Dovecot, testDovecot } from '../../../../test/dovecot.ts';
import { type MailboxWorld, mailboxWorld } from '../../../../test/mailbox-world.ts';

let dovecot: Dovecot;
let database: TestDatabase;
let world: MailboxWorld;
let user = 0;

beforeAll(async () => {
  database = await freshDatabase();
  dovecot = await testDovecot();
  await dovecot.start();
});
afterAll(async () => {
  await dovecot.remove();
  await database.drop();
});
beforeEach(async () => {
  world = await mailboxWorld(database.db, { ca: dovecot.ca });
  user += 1;
});
afterEach(() => world.close());

const name = () => `user-${user}`;
const imap = (): IncomingServer => ({ type: 'IMAP', host: 'localhost', port: dovecot.ports.imaps, useSsl: true, username: name() });
const pop3 = (): IncomingServer => ({ type: 'POP3', host: 'localhost', port: dovecot.ports.pop3s, useSsl: true, username: name() });
const mail = (subject: string, words = 'Hello') =>
  `From: Maria <Maria@Customer.test>\r\nTo: support@shop.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject.replaceAll(' ', '-')}@customer.test>\r\n\r\n${words}\r\n`;
const deliver = (...subjects: string[]) => {
  for (const subject of subjects) dovecot.deliver(name(), mail(subject));
};
/** What lies in a folder: subjects, with their flags. */
const lying = (folder: string): string[] =>
  dovecot
    .admin('fetch', '-u', name(), 'hdr.subject flags', 'mailbox', folder, 'ALL')
    .split('\f')
    .map((one) => /hdr\.subject: (.*)\nflags: ?(.*)/.exec(one))
    .filter((found) => found !== null)
    .map(([, subject = '', flags = '']) => `${subject} ${flags.replace(/\\Recent ?/, '').trim()}`.trim());

describe('a mailbox by IMAP', () => {
  it('leaves what was there before, and stores what comes once, as it came, marked without saying that it was read', async () => {
    deliver('old one');
    const id = await world.mailbox({ incoming: imap() });
    world.hold();
    await world.untilFetched(id);
    deliver('first', 'second');
    const mails = await world.untilMails(id, 2);
    expect(mails.map(({ source }) => source)).toEqual([mail('first'), mail('second')]);
    expect(mails[0]).toMatchObject({ state: 'WAITING', sender: 'maria@customer.test', message_id: '<first@customer.test>', cut: false });
    await vi.waitFor(async () => expect(await world.tasks(id)).toBe(0));
    expect(lying('INBOX')).toEqual(['old one', 'first $Fetched', 'second $Fetched']);
    await world.untilFetched(id);
    expect(await world.mails(id)).toHaveLength(2);
    expect((await world.health(id)).problem).toBeNull();
  });

  it('hears of a mail at once, long before it would look again', async () => {
    const id = await world.mailbox({ incoming: imap() });
    world.hold({ times: { ...world.parts.times, poll: 600_000 } });
    await world.untilFetched(id);
    deliver('pushed');
    await world.untilMails(id, 1);
    deliver('pushed again');
    await world.untilMails(id, 2);
  });

  it('moves what is stored into the folder that was set, which it makes', async () => {
    const id = await world.mailbox({ incoming: imap(), afterFetching: 'MOVE', moveTo: 'Done' });
    world.hold();
    await world.untilFetched(id);
    deliver('one', 'two', 'three');
    await world.untilMails(id, 3);
    await vi.waitFor(() => expect(lying('Done')).toEqual(['one', 'two', 'three']));
    expect(lying('INBOX')).toEqual([]);
    await world.untilFetched(id);
    await world.untilFetched(id);
    expect(lying('Done')).toEqual(['one', 'two', 'three']);
  });

  it('deletes what is stored, and nothing that somebody else has marked', async () => {
    deliver('theirs');
    dovecot.admin('flags', 'add', '-u', name(), '\\Deleted', 'mailbox', 'INBOX', 'ALL');
    const id = await world.mailbox({ incoming: imap(), afterFetching: 'DELETE' });
    world.hold();
    await world.untilFetched(id);
    deliver('ours');
    await world.untilMails(id, 1);
    await vi.waitFor(() => expect(lying('INBOX')).toEqual(['theirs \\Deleted']));
  });

  it('fetches what somebody has read before (BUG-033)', async () => {
    const id = await world.mailbox({ incoming: imap() });
    const fetching = world.hold();
    await world.untilFetched(id);
    await fetching.stop();
    deliver('one', 'two', 'three');
    dovecot.admin('flags', 'add', '-u', name(), '\\Seen', 'mailbox', 'INBOX', 'ALL');
    world.hold();
    expect(await world.untilMails(id, 3)).toHaveLength(3);
  });

  it('takes of a mail that is too large its headers and text', async () => {
    await world.close();
    world = await mailboxWorld(database.db, { ca: dovecot.ca, mostBytes: 20_000 });
    const id = await world.mailbox({ incoming: imap() });
    world.hold();
    await world.untilFetched(id);
    const part = (type: string, body: string) => `--x\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
    dovecot.deliver(
      name(),
      `From: a@customer.test\r\nSubject: Large\r\nMessage-ID: <large@customer.test>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${part('text/plain; charset=utf-8', 'The words')}${part('application/octet-stream', 'x'.repeat(30_000))}--x--\r\n`,
    );
    dovecot.deliver(name(), `From: a@customer.test\r\nSubject: Words\r\nMessage-ID: <words@customer.test>\r\n\r\n${'long '.repeat(6000)}`);
    const [large, words] = await world.untilMails(id, 2);
    expect(large).toMatchObject({ cut: true, state: 'WAITING', message_id: '<large@customer.test>' });
    expect(large?.source).toContain('Content-Type: text/plain; charset=utf-8\r\n\r\nThe words');
    expect(large?.source).not.toContain('xxxx');
    expect(large?.source.match(/^Content-Type: multipart/gm)).toHaveLength(1);
    expect(words?.source).toContain('long long');
  });

  it('says what is wrong, stops, and goes on where it was when that was mended', async () => {
    const id = await world.mailbox({ incoming: imap() }, { incomingPassword: 'a-password' });
    const fetching = world.hold();
    await world.untilFetched(id);
    await fetching.stop();
    deliver('meanwhile');
    await dovecot.stop();
    world.hold();
    await vi.waitFor(async () => expect(await world.health(id)).toMatchObject({ problem: 'UNREACHABLE', stopped: true }), {
      timeout: 5000,
    });
    await dovecot.start();
    await world.untilMails(id, 1);
    await vi.waitFor(async () => expect(await world.health(id)).toMatchObject({ problem: null, stopped: false, failures: 0 }));
  });

  it('follows a change of what is set at once', async () => {
    const id = await world.mailbox({ incoming: imap() }, { incomingPassword: 'wrong' });
    world.hold();
    await vi.waitFor(async () => expect(await world.health(id)).toMatchObject({ problem: 'REFUSED', stopped: true }), { timeout: 10_000 });
    const good = await world.mailbox({ incoming: imap() });
    await sql`update channel_applications set secrets = (select secrets from channel_applications where id = ${good}::uuid) where id = ${id}::uuid`.execute(
      database.db.reader(world.account.accountId),
    );
    world.providers.changed();
    await world.untilFetched(id);
    expect(await world.health(id)).toMatchObject({ problem: null });
  });
});

describe('a mailbox by POP3', () => {
  it('leaves what was there before, and stores what comes once where it is kept', async () => {
    deliver('old one');
    const id = await world.mailbox({ incoming: pop3() });
    world.hold();
    await world.untilFetched(id);
    dovecot.deliver(name(), mail('first', '.dots\r\n..more\r\nend'));
    deliver('second');
    const mails = await world.untilMails(id, 2);
    expect(mails.map(({ source }) => source)).toEqual([mail('first', '.dots\r\n..more\r\nend'), mail('second')]);
    await world.untilFetched(id);
    await world.untilFetched(id);
    expect(await world.mails(id)).toHaveLength(2);
    // This server marks as read what was given.
    expect(lying('INBOX')).toEqual(['old one', 'first \\Seen', 'second \\Seen']);
  });

  it('deletes what is stored, and forgets its name', async () => {
    deliver('old one');
    const id = await world.mailbox({ incoming: pop3(), afterFetching: 'DELETE' });
    world.hold();
    await world.untilFetched(id);
    deliver('ours');
    await world.untilMails(id, 1);
    await vi.waitFor(() => expect(lying('INBOX')).toEqual(['old one']), { timeout: 5000 });
    await world.untilFetched(id);
    const names = database.db.reader(world.account.accountId).selectFrom('mailbox_names').selectAll();
    expect(await names.where('channel_application_id', '=', id).execute()).toHaveLength(1);
  });
});

it('one process fetches a mailbox; another takes over when it dies', async () => {
  const id = await world.mailbox({ incoming: imap() });
  const first = world.hold();
  await world.untilFetched(id);
  const second = world.hold();
  const leases = () =>
    database.db.reader(world.account.accountId).selectFrom('mailbox_leases').selectAll().where('channel_application_id', '=', id).execute();
  const [before] = await leases();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect((await leases()).map(({ lease }) => lease)).toEqual([before?.lease]);
  await first.stop();
  deliver('later');
  await world.untilMails(id, 1);
  expect((await leases())[0]?.lease).not.toBe(before?.lease);
  await second.stop();
  expect(await leases()).toEqual([]);
});

import type { MailboxSettings } from '@parley/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../../test/database.ts';
import { type MailboxWorld, mailboxWorld } from '../../../../test/mailbox-world.ts';
import { type ScriptedImap, scriptedImap } from '../../../../test/scripted-imap.ts';

let database: TestDatabase;
let imap: ScriptedImap;
let world: MailboxWorld;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  imap = await scriptedImap();
  world = await mailboxWorld(database.db);
});
afterEach(async () => {
  await world.close();
  await imap.close();
  // What other tests left is not fetched.
  await database.db.reader(world.account.accountId).updateTable('channel_applications').set({ active: false }).execute();
});

const mail = (subject: string, words = 'Hello') =>
  `From: maria@customer.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@customer.test>\r\n\r\n${words}\r\n`;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `mail-${index + 1}`);
/** A mailbox at the scripted server that was looked through once. */
async function begun(settings: Partial<MailboxSettings> = {}): Promise<string> {
  const incoming = { type: 'IMAP', host: '127.0.0.1', port: imap.port, useSsl: false, username: 'ada' } as const;
  const id = await world.mailbox({ incoming, ...settings });
  const fetching = world.hold();
  await world.untilFetched(id);
  await fetching.stop();
  return id;
}
const subjects = async (id: string) => (await world.mails(id)).map(({ message_id }) => message_id?.slice(1, message_id.indexOf('@')));
const settled = (id: string) => vi.waitFor(async () => expect(await world.tasks(id)).toBe(0), { timeout: 10_000, interval: 30 });
/** Looked through so often from now on. */
async function polls(id: string, times: number): Promise<void> {
  for (let round = 0; round < times; round++) await world.untilFetched(id);
}

describe('a mailbox whose numbers are others', () => {
  it('is looked through once more: what is new comes, what is known comes not again, what lay there before stays (BUG-029)', async () => {
    imap.deliver(mail('before'), { at: new Date(Date.now() - 86_400_000) });
    const id = await begun();
    for (const subject of numbered(5)) imap.deliver(mail(subject));
    const fetching = world.hold();
    await world.untilMails(id, 5);
    await settled(id);
    await fetching.stop();
    imap.boxes.set('INBOX', { uidValidity: 1001, uidNext: 1, mails: [] });
    imap.deliver(mail('before'), { at: new Date(Date.now() - 86_400_000) });
    for (const subject of ['mail-2', 'mail-4', 'mail-5', 'new-1', 'new-2']) imap.deliver(mail(subject));
    world.hold();
    await world.untilMails(id, 7);
    await polls(id, 2);
    expect(await subjects(id)).toEqual([...numbered(5), 'new-1', 'new-2']);
  });
});

describe('a connection that breaks', () => {
  it('within a mail, and a mail that somebody has read, lose nothing and double nothing (BUG-033)', async () => {
    const id = await begun({ afterFetching: 'MOVE', moveTo: 'Done' });
    numbered(5).forEach((subject, index) => {
      imap.deliver(mail(subject), { flags: index < 2 ? ['\\Seen'] : [] });
    });
    imap.cuts.set(3, 1);
    world.hold();
    await world.untilMails(id, 5);
    await settled(id);
    expect(await subjects(id)).toEqual(numbered(5));
    expect(imap.subjects('Done')).toEqual(numbered(5));
    expect(imap.subjects('INBOX')).toEqual([]);
    expect(imap.heard.some((command) => /BODY\[/.test(command))).toBe(false);
  });

  it('between storing and moving: the mail is moved afterwards, and stored once (BUG-033)', async () => {
    const id = await begun({ afterFetching: 'MOVE', moveTo: 'Done' });
    imap.cutsBefore = 'UID MOVE';
    imap.deliver(mail('one'));
    const dying = world.hold();
    await world.untilMails(id, 1);
    expect(imap.subjects('INBOX')).toEqual(['one']);
    await dying.stop();
    imap.cutsBefore = null;
    world.hold();
    await settled(id);
    expect([imap.subjects('INBOX'), imap.subjects('Done')]).toEqual([[], ['one']]);
    expect(await world.mails(id)).toHaveLength(1);
  });

  it('between copying and deleting, where the server cannot move: nothing is copied twice (BUG-034)', async () => {
    imap.capabilities.delete('MOVE');
    const id = await begun({ afterFetching: 'MOVE', moveTo: 'Done' });
    imap.cutsBefore = 'UID STORE';
    imap.deliver(mail('one'));
    imap.deliver(mail('two'));
    const dying = world.hold();
    await world.untilMails(id, 1);
    await vi.waitFor(() => expect(imap.heard.filter((command) => command.startsWith('UID STORE')).length).toBeGreaterThan(2), {
      timeout: 10_000,
    });
    await dying.stop();
    imap.cutsBefore = null;
    world.hold();
    await world.untilMails(id, 2);
    await settled(id);
    expect([imap.subjects('INBOX'), imap.subjects('Done')]).toEqual([[], ['one', 'two']]);
  });
});

describe('a server that has less', () => {
  it('without MOVE and UIDPLUS mails are moved, and what others have marked as deleted stays', async () => {
    imap.capabilities = new Set(['IMAP4rev1', 'IDLE']);
    imap.deliver(mail('theirs'), { flags: ['\\Deleted'] });
    const id = await begun({ afterFetching: 'MOVE', moveTo: 'Done' });
    imap.deliver(mail('ours'));
    world.hold();
    await world.untilMails(id, 1);
    await settled(id);
    expect(imap.subjects('Done')).toEqual(['ours']);
    expect(imap.subjects('INBOX')).toContain('theirs');
    await polls(id, 3);
    expect(imap.subjects('Done')).toEqual(['ours']);
  });

  it('without IDLE it is asked', async () => {
    imap.capabilities.delete('IDLE');
    const id = await begun();
    world.hold();
    await world.untilFetched(id);
    imap.deliver(mail('asked-for'));
    await world.untilMails(id, 1);
    expect(imap.heard).toContain('NOOP');
    expect(imap.heard).not.toContain('IDLE');
  });

  it('that makes no folders says so once; mails are stored all the same, and moved when the folder is there', async () => {
    imap.makesNone = true;
    const incoming = { type: 'IMAP', host: '127.0.0.1', port: imap.port, useSsl: false, username: 'ada' } as const;
    const id = await world.mailbox({ incoming, afterFetching: 'MOVE', moveTo: 'Done' });
    world.hold();
    await vi.waitFor(async () => expect(await world.health(id)).toMatchObject({ problem: 'MISCONFIGURED', stopped: false }));
    expect((await world.health(id)).answer).toContain('“Done”');
    imap.deliver(mail('one'));
    await world.untilMails(id, 1);
    imap.makesNone = false;
    await vi.waitFor(() => expect(imap.boxes.has('Done') && imap.subjects('Done')).toEqual(['one']), { timeout: 5000 });
    await vi.waitFor(async () => expect((await world.health(id)).problem).toBeNull());
    expect(imap.subjects('INBOX')).toEqual([]);
  });
});

describe('one broken mail', () => {
  it.each([
    ['whose content the server refuses', () => void imap.refuses.add(1)],
    ['that is longer than it says', () => void imap.announces.set(1, 40)],
    ['that is shorter than it says', () => void imap.announces.set(1, 100_000)],
    ['over which connections break', () => void imap.cuts.set(1, 1_000_000)],
  ])('%s is kept as far as it is known, once, and keeps nobody else away (BUG-034)', async (_what, breaks) => {
    const id = await begun({ afterFetching: 'MOVE', moveTo: 'Done' });
    imap.deliver(mail('broken', 'words '.repeat(50)));
    for (const subject of numbered(20)) imap.deliver(mail(subject));
    breaks();
    world.hold({ times: { ...world.parts.times, answer: 400 } });
    await world.untilMails(id, 21);
    await vi.waitFor(() => expect(imap.subjects('Done')).toEqual(numbered(20)), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await world.tasks(id)).toBe(0), { timeout: 15_000 });
    await polls(id, 5);
    const mails = await world.mails(id);
    expect(mails).toHaveLength(21);
    const [broken, ...others] = mails;
    expect(broken).toMatchObject({ state: 'QUARANTINED', reason: expect.stringMatching(/^NOT_GIVEN /), sender: 'maria@customer.test' });
    expect(broken?.source).toContain('Subject: broken');
    expect(others.every(({ state }) => state === 'WAITING')).toBe(true);
    expect(imap.subjects('INBOX')).toEqual(['broken']);
    expect(imap.subjects('Done')).toEqual(numbered(20));
  });

  it('comes by itself when the server can give it again', async () => {
    const id = await begun();
    imap.deliver(mail('broken'));
    imap.refuses.add(1);
    world.hold({ times: { ...world.parts.times, again: Array.from({ length: 50 }, () => 100) } });
    const [kept] = await world.untilMails(id, 1);
    expect(kept?.state).toBe('QUARANTINED');
    imap.refuses.clear();
    await vi.waitFor(async () => expect((await world.mails(id)).map(({ state }) => state)).toEqual(['WAITING']), { timeout: 10_000 });
    await settled(id);
    expect((await world.mails(id))[0]?.source).toBe(mail('broken'));
  });

  it('without a Message-ID, or with an empty one, is stored once like any other', async () => {
    const id = await begun();
    for (const field of ['', 'Message-ID: \r\n'])
      imap.deliver(`From: a@customer.test\r\nSubject: None\r\n${field}\r\nwords ${field.length}\r\n`);
    world.hold();
    const mails = await world.untilMails(id, 2);
    expect(mails.map(({ state, message_id }) => [state, message_id])).toEqual([
      ['WAITING', null],
      ['WAITING', null],
    ]);
  });
});

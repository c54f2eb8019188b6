import type { ImapFlow } from 'imapflow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MARIA, SHOP, type Started, startMail, until } from '../test/mail-sandbox.ts';

let world: Started;
let client: ImapFlow;
const MAIL = [
  'From: "Maria P." <maria@home.test>',
  'To: support@shop.test',
  'Subject: =?utf-8?B?0JvQsNC80L/QsA==?=',
  'Message-ID: <one@home.test>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="b1"',
  '',
  '--b1',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Is it in stock?',
  '--b1',
  'Content-Type: application/pdf; name="a b.pdf"',
  'Content-Disposition: attachment; filename="a b.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERg==',
  '--b1--',
  '',
].join('\r\n');

const put = (source = MAIL) => {
  const { office } = world.mail.world;
  return office.keep(office.box(SHOP), 'INBOX', Buffer.from(source));
};

beforeEach(async () => {
  world = await startMail();
  client = world.imap();
});
afterEach(async () => {
  client.close();
  await world.close();
});

const connected = async () => {
  await client.connect();
  return client.mailboxOpen('INBOX');
};

describe('IMAP', () => {
  it('tells of mails, and gives them whole, in parts and in pieces, without marking them as read', async () => {
    put();
    const opened = await connected();
    expect(opened).toMatchObject({ path: 'INBOX', exists: 1, uidNext: 2 });
    const mail = await client.fetchOne('1', {
      envelope: true,
      bodyStructure: true,
      source: true,
      size: true,
      flags: true,
      headers: ['subject'],
    });
    if (!mail) throw new Error('there is no mail');
    expect(mail.source?.toString()).toBe(MAIL);
    expect(mail.size).toBe(MAIL.length);
    expect(mail.envelope).toMatchObject({ subject: 'Лампа', messageId: '<one@home.test>', from: [{ name: 'Maria P.', address: MARIA }] });
    expect(mail.headers?.toString()).toBe('Subject: =?utf-8?B?0JvQsNC80L/QsA==?=\r\n\r\n');
    expect(mail.bodyStructure).toMatchObject({
      type: 'multipart/mixed',
      childNodes: [
        { part: '1', type: 'text/plain', parameters: { charset: 'utf-8' } },
        {
          part: '2',
          type: 'application/pdf',
          encoding: 'base64',
          disposition: 'attachment',
          dispositionParameters: { filename: 'a b.pdf' },
        },
      ],
    });
    const pieces = await client.fetchOne('1', { bodyParts: ['1', '2.mime', { key: '1', start: 3, maxLength: 2 }, 'text'] });
    if (!pieces) throw new Error('there is no mail');
    expect(pieces.bodyParts?.get('2.mime')?.toString()).toContain('application/pdf');
    expect(pieces.bodyParts?.get('text')?.toString()).toBe(MAIL.slice(MAIL.indexOf('--b1')));
    expect(await client.fetchOne('1', { flags: true })).toMatchObject({ flags: new Set() });
    const { content } = await client.download('1', '2');
    let pdf = '';
    for await (const piece of content ?? []) pdf += piece;
    expect(pdf).toBe('%PDF');
  });

  it('keeps flags and keywords, finds mails by them and by what they say', async () => {
    put();
    put(MAIL.replace('one@', 'two@').replace('Is it', 'Where is it'));
    await connected();
    await client.messageFlagsAdd('2', ['$Fetched', '\\Seen'], { uid: true });
    const found = (query: object) => client.search(query, { uid: true });
    expect(await found({ seen: true })).toEqual([2]);
    expect(await found({ unKeyword: '$Fetched' })).toEqual([1]);
    expect(await found({ header: { 'message-id': 'two@home.test' } })).toEqual([2]);
    expect(await found({ body: 'where is' })).toEqual([2]);
    expect(await found({ uid: '2:*' })).toEqual([2]);
    expect(await found({ uid: '9:*' })).toEqual([2]);
    expect(await found({ or: [{ from: 'maria' }, { seen: true }], since: new Date(Date.now() - 86_400_000) })).toEqual([1, 2]);
    await client.messageFlagsRemove('2', ['\\Seen'], { uid: true });
    expect(await client.status('INBOX', { messages: true, unseen: true, uidNext: true })).toMatchObject({
      messages: 2,
      unseen: 2,
      uidNext: 3,
    });
  });

  it('makes folders, copies, moves, takes in and clears away', async () => {
    put();
    put();
    await connected();
    expect((await client.list()).map(({ path, specialUse }) => [path, specialUse])).toEqual([
      ['INBOX', '\\Inbox'],
      ['Sent', '\\Sent'],
    ]);
    expect(await client.mailboxCreate('Done/Отговорени')).toMatchObject({ created: true });
    expect(await client.messageMove('1', 'Done/Отговорени', { uid: true })).toMatchObject({ uidMap: new Map([[1, 1]]) });
    expect(await client.messageCopy('2', 'Sent', { uid: true })).toMatchObject({ uidMap: new Map([[2, 1]]) });
    expect(await client.messageCopy('2', 'Nowhere', { uid: true })).toBe(false);
    await client.messageDelete('2', { uid: true });
    expect(world.inbox(SHOP)).toEqual([]);
    const appended = await client.append('Done/Отговорени', 'Subject: жест\r\n\r\nby hand', ['\\Seen'], new Date('2026-03-05T07:08:09Z'));
    expect(appended).toMatchObject({ uid: 2 });
    await client.mailboxOpen('Done/Отговорени');
    expect(await client.fetchOne('2', { source: true, internalDate: true, flags: true })).toMatchObject({
      internalDate: new Date('2026-03-05T07:08:09Z'),
      flags: new Set(['\\Seen']),
    });
  });

  it('says at once what comes and goes while a client idles', async () => {
    await connected();
    const heard: string[] = [];
    client.on('exists', ({ count }) => heard.push(`exists ${count}`));
    client.on('expunge', ({ seq }) => heard.push(`gone ${seq}`));
    const idling = client.idle();
    const mail = put();
    await until(
      () => heard,
      (all) => all.length === 1,
    );
    world.mail.world.office
      .box(SHOP)
      .folders.get('INBOX')
      ?.remove(new Set([mail]));
    await until(
      () => heard,
      (all) => all.length === 2,
    );
    expect(heard).toEqual(['exists 1', 'gone 1']);
    await client.noop();
    await idling;
  });

  it('can do without MOVE, UIDPLUS and IDLE', async () => {
    await world.set({ noMove: true, noUidplus: true, noIdle: true });
    put();
    await connected();
    for (const name of ['MOVE', 'UIDPLUS', 'IDLE']) expect(client.capabilities.has(name)).toBe(false);
    await client.messageMove('1', 'Sent', { uid: true });
    expect(world.inbox(SHOP)).toEqual([]);
    await client.mailboxOpen('Sent');
    expect(await client.search({ all: true })).toEqual([1]);
  });

  it('sends whoever has a box open away when its numbers become others', async () => {
    put();
    put();
    const before = await connected();
    await client.messageDelete('1', { uid: true });
    const gone = new Promise<void>((resolve) => client.on('close', resolve));
    const answer = await world.http.inject({ method: 'POST', url: '/providers/mail/renumber', payload: { address: SHOP } });
    expect(answer.json()).toEqual({ address: SHOP });
    await gone;
    client = world.imap();
    const after = await connected();
    expect(after.uidValidity).not.toBe(before.uidValidity);
    expect(await client.search({ all: true }, { uid: true })).toEqual([1]);
  });

  it('breaks off in the middle of a mail as often as was set', async () => {
    put();
    await world.set({ dropFetches: 1 });
    await connected();
    await expect(client.fetchOne('1', { source: true })).rejects.toThrow();
    client = world.imap();
    await connected();
    expect(await client.fetchOne('1', { source: true })).toMatchObject({ source: Buffer.from(MAIL) });
  });

  it('lets in by password or token, and no longer when that was set', async () => {
    const refused = (auth: { user: string; pass?: string; accessToken?: string }) =>
      expect(world.imap({ auth }).connect()).rejects.toMatchObject({ authenticationFailed: true });
    await refused({ user: SHOP, pass: 'wrong' });
    await refused({ user: SHOP, accessToken: 'wrong' });
    await refused({ user: 'somebody@elsewhere.com', pass: 'sandbox' });
    await world.set({ wrongPassword: true });
    await refused({ user: SHOP, pass: 'sandbox' });
    client = world.imap({ auth: { user: SHOP, accessToken: await world.token() } });
    await connected();
    const gone = new Promise<void>((resolve) => client.on('close', resolve));
    await world.set({ tokenExpired: true });
    await gone;
  });

  it('cannot be reached while it is down, and is slow when that was set', async () => {
    await connected();
    const gone = new Promise<void>((resolve) => client.on('close', resolve));
    await world.set({ down: true });
    await gone;
    await expect(world.imap().connect()).rejects.toThrow();
    await world.set({ down: false, slowMs: 60 });
    client = world.imap();
    await connected();
    const begun = performance.now();
    await client.noop();
    expect(performance.now() - begun).toBeGreaterThan(55);
    await expect(world.set({ slowMs: -1 })).rejects.toThrow('slowMs is no control');
  });
});

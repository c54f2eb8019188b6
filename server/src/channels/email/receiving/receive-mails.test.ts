import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageId } from '../../../../test/people.ts';
import { type MailEvent, mailOf, type ReceivedMails, receivedMails, type Written } from '../../../../test/received-mails.ts';
import { resolveAs, sendEmail, takeAs } from '../../../rooms/index.ts';
import { threadAddress, threadToken } from './thread-token.ts';

let world: ReceivedMails;
let support: string;
let sales: string;
beforeAll(async () => {
  world = await receivedMails();
  support = await world.mailbox('support@shop.test');
  sales = await world.mailbox('sales@shop.test');
}, 60_000);
afterAll(() => world.close());

let people = 0;
const somebody = (name = 'person') => `${name}-${++people}@customer.test`;
const from = (address: string, more: Record<string, string> = {}, body?: string): Written => ({
  headers: { From: address, ...more },
  ...(body === undefined ? {} : { body }),
});
const eventOf = async (mailboxId: string, mail: Written | Uint8Array): Promise<MailEvent> => {
  const became = await world.receive(mailboxId, mail);
  expect(became).toMatchObject({ state: 'DONE', reason: null });
  return world.event(became.eventId);
};
const answering = (...events: MailEvent[]) => ({
  'In-Reply-To': events.at(-1)?.email.id ?? '',
  References: events.map(({ email }) => email.id).join(' '),
});
/** What an agent writes in a room, as it is kept to go out. */
async function agentWrites(event: MailEvent, more: { to?: string[]; cc?: string[]; subject?: string } = {}): Promise<MailEvent> {
  const elena = await world.account.agent('Elena');
  await takeAs(world.rooms.deps, elena, event.roomId);
  const { eventId } = await sendEmail(world.rooms.deps, elena, {
    roomId: event.roomId,
    channelId: event.contactChannelId,
    clientMessageId: messageId(),
    text: 'We look into it.',
    ...more,
  });
  return world.event(eventId);
}

describe('a mail', () => {
  it('becomes one event of its sender, with its files, its pictures where they stand in the text, and what is to be known of it', async () => {
    const address = somebody('irina');
    const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
    const part = (headers: string, body: string) => `--b\r\n${headers}\r\n\r\n${body}\r\n`;
    const body = [
      part('Content-Type: text/html', '<p>See <img src="cid:one@x"> and <img src="cid:two@x"></p>'),
      part('Content-Type: image/png; name=leg.png\r\nContent-ID: <one@x>\r\nContent-Transfer-Encoding: base64', picture),
      part('Content-Type: image/png; name=leg.png\r\nContent-ID: <two@x>\r\nContent-Transfer-Encoding: base64', picture),
      part('Content-Type: text/csv; name=empty.csv\r\nContent-Disposition: attachment', ''),
      '--b--',
    ].join('');
    const event = await eventOf(
      support,
      from(`Ирина <${address}>`, { 'Content-Type': 'multipart/related; boundary=b', 'MIME-Version': '1.0', Subject: 'Крак' }, body),
    );
    expect(event).toMatchObject({ origin: 'CUSTOMER', originName: 'Ирина' });
    const { email } = event;
    expect(email).toMatchObject({ from: `Ирина <${address}>`, subject: 'Крак', to: ['support@shop.test'], hasOriginal: true });
    expect(email.attachments.map(({ name, type }) => [name, type])).toEqual([['leg.png', 'image/png']]);
    expect(email).toMatchObject({ notices: ['FILES_LEFT_OUT'], leftOut: [{ name: 'empty.csv', size: 0 }] });
    const on = world.database.db.reader(world.account.accountId);
    const { html } = await on.selectFrom('email_bodies').select('html').where('event_id', '=', event.id).executeTakeFirstOrThrow();
    expect(html.match(/cid:[0-9a-f-]{36}/g)).toEqual(Array.from({ length: 2 }, () => `cid:${email.attachments[0]?.fileId}`));
  });

  it('is one contact and one room, however the address is written, and to whichever mailbox (BUG-025)', async () => {
    const address = somebody('Boris');
    const first = await eventOf(support, from(`Boris <${address}>`, { 'Message-ID': '<both@customer.test>', Cc: 'sales@shop.test' }));
    const again = await eventOf(sales, from(address.toUpperCase(), { 'Message-ID': '<both@customer.test>', Cc: 'sales@shop.test' }));
    expect(again.roomId).toBe(first.roomId);
    expect(again.contactChannelId).not.toBe(first.contactChannelId);
    expect(again.conversationId).not.toBe(first.conversationId);
    const cyrillic = await eventOf(support, from('вера@поща.бг'));
    const ascii = await eventOf(support, from('вера@xn--80a1ac5b.xn--90ae'));
    expect(ascii.roomId).toBe(cyrillic.roomId);
  });

  it('without a Message-ID is known by all that it says: two of one second are two (BUG-021)', async () => {
    const address = somebody('scan');
    const noId = (words: string) => from(address, { 'Message-ID': '', Subject: 'Документ' }, words);
    const [one, two] = [await eventOf(support, noId('first')), await eventOf(support, noId('second'))];
    expect([one.email.content.trim(), two.email.content.trim()]).toEqual(['first', 'second']);
    expect(two.roomId).toBe(one.roomId);
  });

  it('of an own mailbox is no customer’s, nor is a copy of what we wrote, nor one that nobody sent (BUG-013, BUG-027)', async () => {
    expect(await world.receive(sales, from('Support@shop.test', { To: 'sales@shop.test' }))).toMatchObject({
      state: 'IGNORED',
      reason: 'OWN_ADDRESS',
      eventId: null,
    });
    const sent = await agentWrites(await eventOf(support, from(somebody())));
    expect(await world.receive(support, from('list@elsewhere.test', { 'Message-ID': sent.email.id }))).toMatchObject({
      reason: 'OWN_COPY',
    });
    expect(await world.receive(support, from('undisclosed:;'))).toMatchObject({ state: 'IGNORED', reason: 'NO_SENDER' });
    const known = (await world.contacts()).flatMap(({ addresses }) => addresses);
    expect(known.filter((address) => address.endsWith('@shop.test') || address.startsWith('list@'))).toEqual([]);
  });

  it('with a mail inside is its sender’s alone, and the mail inside is a file (BUG-008)', async () => {
    const other = await eventOf(support, from(somebody('other')));
    const inner = mailOf({ headers: { From: 'boss@example.test', Subject: 'Old news', 'Message-ID': other.email.id } });
    const body = `--b\r\nContent-Type: text/plain\r\n\r\nlook\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${Buffer.from(inner).toString()}\r\n--b--`;
    const address = somebody('irina.k');
    const event = await eventOf(support, from(address, { 'Content-Type': 'multipart/mixed; boundary=b', 'MIME-Version': '1.0' }, body));
    expect(event.roomId).not.toBe(other.roomId);
    expect(event.email.from).toBe(address);
    expect(event.email.attachments.map(({ name }) => name)).toEqual(['Old news.eml']);
  });
});

describe('whose a web form’s mail is (BUG-018)', () => {
  const form = { webFormSenders: ['noreply@shop-form.test'] };
  const write = (mailboxId: string, more: Record<string, string>, body?: string) =>
    eventOf(mailboxId, from('"Магазин" <noreply@shop-form.test>', more, body));

  it('is whom Reply-To names, by the name that stands there, and of several the first; without one it is the form’s and says so', async () => {
    const mailbox = await world.mailbox('forms@shop.test', { ...form, recipientSource: 'REPLY_TO' });
    const cveta = await write(mailbox, { 'Reply-To': '=?utf-8?B?0KbQstC10YLQsCDQmNC70LjQtdCy0LA=?= <cveta@mail.test>' });
    expect([cveta.originName, cveta.email.replyTo]).toEqual(['Цвета Илиева', 'Цвета Илиева <cveta@mail.test>']);
    const ivo = await write(mailbox, { 'Reply-To': 'ivo@mail.test' });
    expect([ivo.originName, ivo.email.replyTo]).toEqual([null, 'ivo@mail.test']);
    const two = await write(mailbox, { 'Reply-To': 'forms@shop.test, "Ана" <ana@mail.test>, pia@mail.test' });
    expect(two.email.replyTo).toBe('Ана <ana@mail.test>');
    const nobody = await write(mailbox, {});
    expect(nobody).toMatchObject({ originName: 'Магазин', email: { notices: ['NOBODY_NAMED'] } });
    expect(new Set([cveta, ivo, two, nobody].map(({ roomId }) => roomId)).size).toBe(4);
  });

  it('is whom its text names where the setting says so, and its own where that says From', async () => {
    const byBody = await world.mailbox('body@shop.test', { ...form, recipientSource: 'BODY' });
    const petar = await write(byBody, { 'Reply-To': 'cveta@mail.test' }, 'Name: Петър\nE-mail: petar@mail.test\nText: hello');
    expect(petar.email.replyTo).toBe('Петър <petar@mail.test>');
    const bySource = readFileSync(new URL('../../../../test/mails/cases/BUG-018-form-reply-to.eml', import.meta.url));
    const plain = await eventOf(await world.mailbox('plain@shop.test', { webFormSenders: ['noreply@shop.test'] }), bySource);
    expect(plain.originName).toBe('Shop');
  });
});

describe('which e-mails a mail belongs to', () => {
  it('is told by any id of the thread, in or out, in whichever order it is answered (BUG-015)', async () => {
    const address = somebody();
    const first = await eventOf(support, from(address));
    const sent = await agentWrites(first);
    for (const to of [[sent], [sent], [first]]) {
      const answer = await eventOf(support, from(address, answering(...to)));
      expect([answer.roomId, answer.conversationId]).toEqual([first.roomId, first.conversationId]);
    }
  });

  it('brings a colleague who was written to into the room, as a further customer of it', async () => {
    const first = await eventOf(support, from(somebody('a')));
    const kiril = somebody('kiril');
    const sent = await agentWrites(first, { to: [first.email.from], cc: [`Kiril <${kiril}>`] });
    const answer = await eventOf(support, from(`Kiril <${kiril}>`, answering(first, sent)));
    expect(answer).toMatchObject({ roomId: first.roomId, conversationId: first.conversationId, originName: 'Kiril' });
    expect(answer.originId).not.toBe(first.originId);
    const on = world.database.db.reader(world.account.accountId);
    const parts = await on
      .selectFrom('participants')
      .select('associated_id')
      .where('room_id', '=', first.roomId)
      .where('type', '=', 'CUSTOMER')
      .execute();
    expect(parts.map((part) => part.associated_id).toSorted()).toEqual([first.originId, answer.originId].toSorted());
    const alone = await eventOf(support, from(kiril, { Subject: `Re: ${answer.email.subject}` }));
    expect(alone.roomId).toBe(first.roomId);
  });

  it('of somebody who was not written to is their own room, with the other suggested; a signed token opens it (BUG-017)', async () => {
    const first = await eventOf(support, from(somebody('b')));
    const sent = await agentWrites(first, { subject: 'Re: Счупен филтър [#T-20417]' });
    const stranger = await eventOf(support, from(somebody('kiril'), answering(sent)));
    expect(stranger.roomId).not.toBe(first.roomId);
    expect(stranger.email.suggestedRoomId).toBe(first.roomId);
    const bySign = await eventOf(support, from(somebody('kiril'), { Subject: 'FW: Re: [#T-20417] Счупен филтър' }));
    expect(bySign.email.suggestedRoomId).toBe(first.roomId);
    const place = { accountId: world.account.accountId, conversationId: first.conversationId ?? '' };
    const To = threadAddress(world.key, 'support@shop.test', place) ?? '';
    expect((await eventOf(support, from(somebody('kiril'), { To }))).roomId).toBe(first.roomId);
    const Subject = `FW: lamp [#${threadToken(world.key, place).toUpperCase()}]`;
    expect((await eventOf(support, from(somebody('kiril'), { Subject }))).roomId).toBe(first.roomId);
    const forged = threadToken(world.key, { ...place, accountId: place.conversationId });
    const other = await eventOf(support, from(somebody('kiril'), { To: `support+c.${forged}@shop.test` }));
    expect([other.roomId === first.roomId, other.email.suggestedRoomId]).toEqual([false, undefined]);
  });

  it('that were resolved is a new conversation of the same room; a note of absence begins none', async () => {
    const address = somebody();
    const first = await eventOf(support, from(address));
    const sent = await agentWrites(first);
    await resolveAs(world.rooms.deps, await world.account.agent('Boss', { role: 'supervisor' }), first.roomId);
    const absent = { Subject: 'Отсъствам', 'Auto-Submitted': 'auto-replied', ...answering(sent) };
    expect(await eventOf(support, from(address, absent))).toMatchObject({ roomId: first.roomId, conversationId: null });
    const answer = await eventOf(support, from(address, answering(sent)));
    expect(answer.roomId).toBe(first.roomId);
    expect([null, first.conversationId]).not.toContain(answer.conversationId);
  });
});

import { EMAIL_RECIPIENTS_LIMIT, type Email, type SendEmail } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { someEmail } from '../../../test/emails.ts';
import { givenCustomer, type TestCustomer, until } from '../../../test/loop-back/customers.ts';
import { type Desk, givenDesk, placeFor, refusalOf } from '../../../test/loop-back/desk.ts';
import { messageId } from '../../../test/people.ts';
import { newId } from '../../platform/clock.ts';
import { writeAnew } from '../delivery/write-anew.ts';
import { receiveFromProvider } from '../inbound/receive-from-provider.ts';
import { scheduleMessage } from '../scheduled/schedule.ts';
import { startSending } from '../scheduled/scheduled-clock.ts';
import { sendEmail } from '../send-by-kind.ts';
import { offeredAddresses } from './offered-addresses.ts';

let desk: Desk<'EMAIL'>;
let customer: TestCustomer;
let sales: string;
const signatures = { plain: newId(), html: newId(), ofSales: newId() };

beforeAll(async () => {
  desk = await givenDesk({ EMAIL: {} }, { takesKey: true, also: [startSending] });
  const { accountId } = desk.account;
  const mailbox = desk.applications.EMAIL;
  sales = newId();
  await desk.database.db.inAccount(accountId, async (tx) => {
    await tx.updateTable('channel_applications').set({ sender: 'support@lumen.example' }).where('id', '=', mailbox).execute();
    const box = { account_id: accountId, type: 'EMAIL', communication_type: 'TWO_WAY' };
    await tx
      .insertInto('channel_applications')
      .values([
        { ...box, id: sales, name: 'Sales', sender: 'sales@lumen.example', settings: '{"direction":"BOTH"}' },
        { ...box, id: newId(), name: 'Inbox', sender: 'inbox@lumen.example', settings: '{"direction":"INCOMING"}' },
        { ...box, id: newId(), name: 'Old', sender: 'old@lumen.example', settings: '{"direction":"BOTH"}', active: false },
      ])
      .execute();
    const signature = (id: string, of: string, content: string, html: boolean, placement: string) => ({
      account_id: accountId,
      id,
      channel_application_id: of,
      content,
      is_html: html,
      placement,
    });
    await tx
      .insertInto('signatures')
      .values([
        signature(signatures.plain, mailbox, 'Elena\nLumen <Home>', false, 'BELOW_QUOTE'),
        signature(signatures.html, mailbox, '<p onclick="a()"><b>Elena</b><br>Lumen</p><script>a()</script>', true, 'ABOVE_QUOTE'),
        signature(signatures.ofSales, sales, 'Sales', false, 'ABOVE_QUOTE'),
      ])
      .execute();
  });
  customer = await givenCustomer(desk.rooms.deps, desk.elena, 'EMAIL', mailbox);
});
afterAll(() => desk.close());

async function received(parts: Partial<Email> = {}, html: string | null = null, attachments: string[] = []): Promise<string> {
  const files = attachments.map((fileId, place) => ({ fileId, type: 'text/plain', name: `file ${place}.txt`, size: 5 }));
  return receiveFromProvider(desk.rooms.deps, {
    accountId: desk.account.accountId,
    channelApplicationId: desk.applications.EMAIL,
    channelType: 'EMAIL',
    providerMessageId: messageId(),
    address: customer.address,
    name: 'Maria',
    text: '',
    content: { type: 'EMAIL', email: someEmail({ id: `<${newId()}@home.example>`, attachments: files, ...parts }), html },
  });
}

type Written = Partial<Omit<SendEmail, 'clientMessageId' | 'roomId' | 'channelId'>>;
const place = () => placeFor(customer);
async function sent(written: Written): Promise<{ email: Email; html: string | null; eventId: string }> {
  const { eventId } = await sendEmail(desk.rooms.deps, desk.elena, { ...place(), text: 'Gladly.', ...written });
  return { ...(await storedAs(eventId)), eventId };
}
async function storedAs(eventId: string) {
  const row = await desk
    .on()
    .selectFrom('events as e')
    .leftJoin('email_bodies as b', 'b.event_id', 'e.id')
    .select(['e.details', 'b.html'])
    .where('e.id', '=', eventId)
    .executeTakeFirstOrThrow();
  return { email: (row.details as unknown as { email: Email }).email, html: row.html };
}
const refused = (written: Written) => refusalOf(sent(written));

it('looks as it was written, without what would run, and goes out so', async () => {
  const { email, html, eventId } = await sent({
    html: '<p onclick="a()">Gladly, <b>of course</b>.</p><script>alert(1)</script><img src="cid:0193a6b2-0000-7000-8000-000000000001">',
  });
  expect(html).toBe('<p>Gladly, <b>of course</b>.</p><img alt="" />');
  expect([email.content, email.multipartContent]).toEqual(['Gladly.', true]);
  const taken = await until(
    () => desk.provider.accepted.find(({ email: one }) => one?.id === email.id),
    (found) => found !== undefined,
  );
  expect(taken?.email).toMatchObject({ html, content: 'Gladly.' });
  expect((await storedAs(eventId)).html).toBe(html);
});

it('has the pictures that stand in its text among its attachments, and says of each that it stands there', async () => {
  const [picture, offer] = [await desk.upload('picture', 'leg.png'), await desk.upload('the offer')];
  const { email, html } = await sent({ html: `<p>Here</p><img src="cid:${picture}">`, attachments: [picture, offer] });
  expect(html).toBe(`<p>Here</p><img alt="" src="cid:${picture}" />`);
  expect(email.attachments.map(({ fileId, isInline }) => [fileId, isInline])).toEqual([
    [picture, true],
    [offer, undefined],
  ]);
});

it('has its signature and what was said before below its words, each where the signature says, and never a blind copy', async () => {
  const eventId = await received({
    from: 'Maria <maria@пример.бг>'.replace('пример.бг', 'xn--e1afmkfd.xn--90ae'),
    bcc: ['boss@home.example'],
    content: 'The lamp flickers.\n> Does it?',
    receivedDate: '2026-11-02T09:21:00.000Z',
  });
  const plain = await sent({ quotes: eventId, inReplyTo: eventId, signatureId: signatures.plain });
  expect(plain.html).toBeNull();
  expect(plain.email.content).toBe(
    'Gladly.\n\nOn 2 Nov 2026, 09:21, Maria <maria@пример.бг> wrote:\n> The lamp flickers.\n>> Does it?\n\n-- \nElena\nLumen <Home>',
  );
  const looks = await sent({ html: '<p>Gladly.</p>', quotes: eventId, signatureId: signatures.html });
  expect(looks.html).toBe(
    '<div><p>Gladly.</p></div><br><div><p><b>Elena</b><br />Lumen</p></div><br><div><div>On 2 Nov 2026, 09:21, Maria &#60;maria@пример.бг&#62; wrote:</div>' +
      '<blockquote type="cite" style="margin: 8px 0; padding-left: 12px; border-left: 2px solid #cccccc">The lamp flickers.<br>&#62; Does it?</blockquote></div>',
  );
  expect(looks.email.content).toContain('Gladly.\n\nElena\nLumen\n\nOn 2 Nov 2026');
  for (const { html, email } of [plain, looks]) expect(`${html} ${email.content}`).not.toContain('boss@home.example');
});

it('writes of what was said before in the language of the account', async () => {
  const { accountId } = desk.account;
  const speak = (language: string) =>
    desk.database.db.inAccount(accountId, (tx) => tx.updateTable('accounts').set({ language }).where('id', '=', accountId).execute());
  const eventId = await received({ receivedDate: '2026-11-02T09:21:00.000Z' });
  await speak('bg');
  try {
    expect((await sent({ quotes: eventId })).email.content).toMatch(
      /\n\nНа 2\.11\.2026 г\., 9:21 Maria <maria@home\.example> написа:\n> Good morning,\n/,
    );
    expect((await sent({ forwards: eventId })).email.content).toMatch(
      /---------- Препратено съобщение ----------\nОт: Maria <maria@home\.example>\n/,
    );
  } finally {
    await speak('en');
  }
});

it('passes an e-mail on with its files, which stay with both, to whoever is named', async () => {
  const first = await sent({ html: '<p>Look</p>', attachments: [await desk.upload('three')], cc: ['petar@home.example'] });
  const [{ fileId: third } = { fileId: '' }] = first.email.attachments;
  const forwarded = await sent({ text: null, forwards: first.eventId, to: ['workshop@lumen.example'] });
  expect(forwarded.email).toMatchObject({
    to: ['workshop@lumen.example'],
    subject: expect.stringMatching(/^Fwd: /),
    attachments: [{ fileId: third }],
  });
  expect(forwarded.email.content).toContain('Cc: petar@home.example');
  const held = await desk.on().selectFrom('event_files').select('event_id').where('file_id', '=', third).execute();
  expect(held.map(({ event_id }) => event_id).toSorted()).toEqual([first.eventId, forwarded.eventId].toSorted());
  // Of what is quoted the pictures in its text go along, and nothing else.
  const quoted = await sent({ html: '<p>Yes</p>', quotes: first.eventId });
  expect(quoted.email.attachments).toEqual([]);
});

it('goes to whoever wrote the chosen e-mail, or where that says, and each person gets it once', async () => {
  const fromTanya = await received({ from: 'Tanya <tanya@home.example>', to: ['support@lumen.example', 'petar@home.example'] });
  const elsewhere = await received({ replyTo: 'Desk <desk@home.example>' });
  expect((await sent({ inReplyTo: fromTanya })).email.to).toEqual(['Tanya <tanya@home.example>']);
  expect((await sent({ inReplyTo: elsewhere })).email.to).toEqual(['Desk <desk@home.example>']);
  const twice = await sent({
    to: ['Maria <maria@home.example>', 'MARIA@home.example', 'office@xn--e1afmkfd.xn--90ae'],
    cc: ['maria@home.example', 'b@home.example'],
    bcc: ['b@home.example', 'c@home.example'],
  });
  expect(twice.email).toMatchObject({
    to: ['Maria <maria@home.example>', 'office@xn--e1afmkfd.xn--90ae'],
    cc: ['b@home.example'],
    bcc: ['c@home.example'],
  });
});

it('goes from a mailbox of ours that sends, with a signature of that one alone', async () => {
  const { email } = await sent({ from: 'Sales <sales@lumen.example>', signatureId: signatures.ofSales });
  expect(email.from).toBe('Sales <sales@lumen.example>');
  expect(email.id).toMatch(/@lumen\.example>$/);
  for (const from of ['inbox@lumen.example', 'old@lumen.example', 'ceo@bank.example'])
    expect(await refused({ from })).toBe('EMAIL_FROM_NOT_OURS');
  expect(await refused({ signatureId: signatures.ofSales })).toBe('EMAIL_SIGNATURE_NOT_FOUND');
});

it('is refused to too many, with too many files, and of what is no e-mail of the room', async () => {
  const many = Array.from({ length: EMAIL_RECIPIENTS_LIMIT }, (_, n) => `n${n}@home.example`);
  expect(await refused({ to: many, cc: ['one@home.example'] })).toBe('EMAIL_RECIPIENTS_TOO_MANY');
  const other = await givenCustomer(desk.rooms.deps, desk.elena, 'EMAIL', desk.applications.EMAIL);
  const { eventId } = await sendEmail(desk.rooms.deps, desk.elena, { ...placeFor(other), text: 'Elsewhere' });
  for (const where of ['quotes', 'forwards', 'inReplyTo'] as const) expect(await refused({ [where]: eventId })).toBe('EVENT_NOT_FOUND');
  const files: string[] = [];
  for (let n = 0; n < 20; n += 1) files.push(await desk.upload(`file ${n}`));
  const full = await sent({ attachments: files });
  expect(await refused({ forwards: full.eventId, attachments: [await desk.upload('one more')] })).toBe('EMAIL_ATTACHMENTS_TOO_MANY');
});

it('sent again under its id is the one that was sent, whatever its signature says now', async () => {
  const message = { ...place(), text: 'Once.', signatureId: signatures.plain };
  const { eventId } = await sendEmail(desk.rooms.deps, desk.elena, message);
  const change = (content: string) =>
    desk.database.db.inAccount(desk.account.accountId, (tx) =>
      tx.updateTable('signatures').set({ content }).where('id', '=', signatures.plain).execute(),
    );
  await change('Somebody else');
  expect(await sendEmail(desk.rooms.deps, desk.elena, message)).toMatchObject({ eventId });
  expect(await refusalOf(sendEmail(desk.rooms.deps, desk.elena, { ...message, text: 'Twice.' }))).toBe('CLIENT_MESSAGE_ID_USED');
});

it('for later keeps everything until it goes, and is refused at once where it could not go', async () => {
  const { roomId, ...where } = place();
  const given = { ...where, text: 'Later.', fileIds: [], timezone: 'Europe/Sofia', unlessCustomerWrites: false };
  const email = {
    subject: 'Tomorrow',
    to: ['maria@home.example'],
    bcc: ['c@home.example'],
    html: '<p>Later.</p>',
    signatureId: signatures.html,
  };
  const later = new Date(Date.now() + 3_600_000).toISOString();
  expect(
    await refusalOf(scheduleMessage(desk.rooms.deps, desk.elena, roomId, { ...given, sendAt: later, email: { from: 'ceo@bank.example' } })),
  ).toBe('EMAIL_FROM_NOT_OURS');
  const kept = await scheduleMessage(desk.rooms.deps, desk.elena, roomId, { ...given, sendAt: null, email });
  expect(kept).toMatchObject({ email });
  const event = await until(
    () => desk.lastOf(roomId),
    (last) => last?.eventData.email?.subject === 'Tomorrow',
  );
  expect(await storedAs(event?.id ?? '')).toMatchObject({
    email: { to: ['maria@home.example'], bcc: ['c@home.example'], content: 'Later.\n\n-- \nElena\nLumen' },
    html: '<div><p>Later.</p></div><br><div><p><b>Elena</b><br />Lumen</p></div>',
  });
});

it('that was not delivered comes back as it was written, with copies of its files, and goes so once more', async () => {
  const [picture, offer] = [await desk.upload('picture', 'leg.png'), await desk.upload('the offer')];
  const before = await received({ subject: 'The leg' });
  desk.provider.behave(() => ({ do: 'refuse', reason: 'UNDELIVERABLE', final: true }));
  const written = {
    html: `<p>Here <b>it is</b></p><img alt="" src="cid:${picture}">`,
    signatureId: signatures.html,
    quotes: before,
    cc: ['b@home.example'],
  };
  const { eventId, email } = await sent({ ...written, inReplyTo: before, attachments: [picture, offer] });
  await desk.shown(eventId, 'REJECTED UNDELIVERABLE');
  desk.provider.behave(() => ({ do: 'accept' }));
  const again = await writeAnew(desk.rooms.deps, desk.elena, { roomId: customer.roomId, eventId });
  const [leg, copy] = again.files.map(({ fileId }) => fileId);
  expect(again).toMatchObject({
    text: 'Gladly.',
    email: { to: email.to, cc: ['b@home.example'], subject: 'Re: The leg', signatureId: signatures.html, quotes: before },
  });
  expect([leg, copy].every((id) => id !== picture && id !== offer)).toBe(true);
  expect(again.email?.html).toBe(`<p>Here <b>it is</b></p><img alt="" src="cid:${leg}">`);
  const { clientMessageId, channelId, text } = again;
  const { eventId: anewId } = await sendEmail(desk.rooms.deps, desk.elena, {
    ...again.email,
    clientMessageId,
    channelId,
    roomId: customer.roomId,
    text: `${text} Really.`,
    attachments: again.files.map(({ fileId }) => fileId),
  });
  const stored = await storedAs(anewId);
  expect(stored.email.references).toEqual(email.references);
  expect(stored.html).toContain(`cid:${leg}`);
  expect(stored.html?.match(/<blockquote/g)).toHaveLength(1);
});

it('addresses are offered of the room, of colleagues and of customers who may be seen, by how they begin', async () => {
  await received({ from: 'Zornitsa Ilieva <zori@home.example>', cc: ['zorra@home.example'], bcc: ['zoe@home.example'] });
  const offered = async (prefix: string, actor = desk.elena) =>
    (await offeredAddresses(desk.on(), actor, customer.roomId, prefix)).map(({ address }) => address);
  expect(await offered('zo')).toEqual(['zori@home.example', 'zorra@home.example']);
  expect(await offered('ilieva')).toEqual(['zori@home.example']);
  expect((await offered('petar')).some((address) => address.includes('@'))).toBe(true);
  expect(await offered('%')).toEqual([]);
});

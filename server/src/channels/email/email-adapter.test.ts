import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/loop-back/customers.ts';
import { tokenEndpoint } from '../../../test/microsoft.ts';
import { type SendingWorld, sendingWorld, threadsKey } from '../../../test/sending-world.ts';
import { headersOf, startSmtp, type TestSmtp } from '../../../test/smtp-server.ts';
import { sayByItself } from '../../rooms/say-by-itself.ts';
import { inRooms, roomWork } from '../../rooms/work.ts';
import { conversationOfToken, tokensIn } from './reply-address.ts';

let world: SendingWorld;
let smtp: TestSmtp;
let mailbox: string;

beforeAll(async () => {
  world = await sendingWorld();
  smtp = await startSmtp();
  mailbox = await world.mailbox(smtp.port);
});
afterAll(async () => {
  await world.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.onRecipient = () => null;
  smtp.onMail = () => null;
  smtp.onConnect = () => null;
  smtp.password = 'a-password';
});

const mailsOf = (id: string) => smtp.mails.filter((mail) => mail.raw.includes(id));
const pathOf = (eventId: string) =>
  world.database.db
    .reader(world.account.accountId)
    .selectFrom('attempt_steps as s')
    .innerJoin('attempts as a', 'a.id', 's.attempt_id')
    .select(['s.step', 's.reason', 's.answer'])
    .where('a.event_id', '=', eventId)
    .orderBy('s.id')
    .execute();
describe('an e-mail to one person', () => {
  it('is sent when the server has taken it, under its own id, and nobody says that it was delivered', async () => {
    const customer = await world.customer(mailbox, { id: '<q1@home.example>', references: ['<q0@home.example>'], subject: 'Лампата' });
    const eventId = await customer.answer();
    await world.shown(eventId, 'SENT');
    const { id } = await world.emailOf(eventId);
    const [mail, ...others] = mailsOf(id);
    expect(others).toEqual([]);
    expect(mail?.to).toEqual([customer.address]);
    const headers = headersOf(mail ?? { raw: '' });
    expect(headers).toMatchObject({
      'message-id': id,
      'in-reply-to': '<q1@home.example>',
      references: '<q0@home.example> <q1@home.example>',
    });
    expect(headers.from).toMatch(/^Shop support <support\d+@shop\.example>$/);
    expect(mail?.from).toBe(/<(.*)>/.exec(headers.from ?? '')?.[1]);
    for (const name of ['auto-submitted', 'precedence', 'x-auto-response-suppress', 'x-loop', 'bcc'])
      expect(headers).not.toHaveProperty(name);
    expect((await pathOf(eventId)).map(({ step }) => step)).toEqual(['HANDED_OVER', 'SENT']);
  });

  it.each([
    [{ code: 550, words: '5.1.1 no such user' }, 'REJECTED UNDELIVERABLE'],
    [{ code: 550, words: '5.7.1 listed by a block list' }, 'REJECTED BLACKLISTED'],
    [{ code: 550, words: '5.7.1 not allowed here' }, 'REJECTED NOT_PERMITTED'],
    [{ code: 552, words: '5.2.2 mailbox full' }, 'REJECTED UNDELIVERABLE'],
    [{ code: 501, words: 'bad address' }, 'REJECTED REJECTED'],
  ])('refused for good (%o) it has failed: %s', async (refusal, expected) => {
    const customer = await world.customer(mailbox);
    smtp.onRecipient = (address) => (address === customer.address ? refusal : null);
    const eventId = await customer.answer();
    await world.shown(eventId, expected);
    expect((await pathOf(eventId)).at(-1)?.answer).toContain(refusal.words.slice(6));
    expect(await world.emailOf(eventId)).not.toHaveProperty('notDelivered');
  });

  it('refused as a whole after its words has failed, for the reason that the server gives', async () => {
    const customer = await world.customer(mailbox);
    smtp.onMail = () => ({ code: 554, words: '5.7.1 looks like spam' });
    await world.shown(await customer.answer(), 'REJECTED BLACKLISTED');
  });

  it('put off is sent later, under the same id', async () => {
    const customer = await world.customer(mailbox);
    let refusals = 2;
    smtp.onRecipient = (address) => (address === customer.address && refusals-- > 0 ? { code: 451, words: '4.7.1 greylisted' } : null);
    const eventId = await customer.answer();
    await world.shown(eventId, 'SENT');
    expect((await pathOf(eventId)).map(({ step }) => step)).toEqual([
      ...['HANDED_OVER', 'PUT_OFF', 'HANDED_OVER', 'PUT_OFF'],
      ...['HANDED_OVER', 'SENT'],
    ]);
    expect(mailsOf((await world.emailOf(eventId)).id)).toHaveLength(1);
  });

  it('of which the server says nothing is sent once more, and then nobody knows', async () => {
    const customer = await world.customer(mailbox);
    smtp.onMail = () => 'CUT';
    const eventId = await customer.answer();
    await world.shown(eventId, 'PENDING OUTCOME_UNKNOWN');
    const mails = mailsOf((await world.emailOf(eventId)).id);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map((mail) => headersOf(mail)['message-id'])).size).toBe(1);
    expect((await pathOf(eventId)).map(({ step }) => step)).toEqual(['HANDED_OVER', 'NO_ANSWER', 'HANDED_OVER', 'UNKNOWN']);
  });

  it('whose other try is taken is sent, and its way says that it may have come twice', async () => {
    const customer = await world.customer(mailbox);
    let cuts = 1;
    smtp.onMail = () => (cuts-- > 0 ? 'CUT' : null);
    const eventId = await customer.answer();
    await world.shown(eventId, 'SENT');
    expect((await pathOf(eventId)).map(({ step }) => step)).toEqual(['HANDED_OVER', 'NO_ANSWER', 'HANDED_OVER', 'SENT']);
  });

  it('waits where the server does not know us, and goes out when it does', async () => {
    const own = await world.mailbox(smtp.port);
    const customer = await world.customer(own);
    smtp.password = 'another';
    const eventId = await customer.answer();
    await until(
      () => pathOf(eventId),
      (steps) => steps.some(({ step, answer }) => step === 'PUT_OFF' && (answer ?? '').includes('535')),
    );
    const health = await world.database.db
      .reader(world.account.accountId)
      .selectFrom('channel_health')
      .select('last_error_problem')
      .where('channel_application_id', '=', own)
      .executeTakeFirst();
    expect(health).toEqual({ last_error_problem: 'REFUSED' });
    smtp.password = 'a-password';
    await world.shown(eventId, 'SENT');
  });

  it('waits where the server wants fewer connections', async () => {
    const own = await world.mailbox(smtp.port);
    const customer = await world.customer(own);
    let refusals = 1;
    smtp.onConnect = () => (refusals-- > 0 ? { code: 421, words: '4.3.2 too many concurrent connections' } : null);
    const eventId = await customer.answer();
    await until(
      () => pathOf(eventId),
      (steps) => steps.some(({ step, reason }) => step === 'PUT_OFF' && reason === null),
    );
    await world.shown(eventId, 'PENDING');
  });

  it('larger than what the server takes has failed before it was sent, and the way says how large it may be', async () => {
    const small = await startSmtp({ size: 20_000 });
    const customer = await world.customer(await world.mailbox(small.port));
    const file = await world.upload(Buffer.alloc(30_000, 'a'), 'large.txt');
    const eventId = await customer.answer({ attachments: [file] });
    await world.shown(eventId, 'REJECTED REJECTED');
    expect((await pathOf(eventId)).at(-1)?.answer).toContain('takes 20000 bytes at most');
    expect(small.asked).toEqual([]);
    await small.close();
  });

  it('not delivered within its time has expired', async () => {
    const hasty = await sendingWorld({ patience: { forMs: 600, waits: [50] } });
    try {
      const customer = await hasty.customer(await hasty.mailbox(smtp.port));
      smtp.onRecipient = () => ({ code: 450, words: '4.2.0 later' });
      await hasty.shown(await customer.answer(), 'ERROR EXPIRED');
    } finally {
      await hasty.close();
    }
  });
});

describe('an e-mail to several', () => {
  it('is sent once to whom the server takes; who is refused is told with the reason, and so is its author', async () => {
    const customer = await world.customer(mailbox);
    smtp.onRecipient = (address) => (address === 'gone@home.example' ? { code: 550, words: '5.1.1 no such user' } : null);
    const eventId = await customer.answer({ cc: ['gone@home.example', 'petar@home.example'] });
    await world.shown(eventId, 'SENT');
    const email = await until(
      () => world.emailOf(eventId),
      ({ notDelivered }) => notDelivered !== undefined,
    );
    expect(email.notDelivered).toEqual([{ address: 'gone@home.example', reason: 'UNDELIVERABLE' }]);
    expect(mailsOf(email.id).map(({ to }) => to)).toEqual([[customer.address, 'petar@home.example']]);
  });

  it('goes again to whom the server wants later, and to them alone', async () => {
    const customer = await world.customer(mailbox);
    let refusals = 1;
    smtp.onRecipient = (address) => (address === 'slow@home.example' && refusals-- > 0 ? { code: 451, words: '4.7.1 greylisted' } : null);
    const eventId = await customer.answer({ cc: ['slow@home.example'] });
    const { id } = await world.emailOf(eventId);
    await until(
      () => mailsOf(id),
      (mails) => mails.length === 2,
    );
    expect(mailsOf(id).map(({ to }) => to)).toEqual([[customer.address], ['slow@home.example']]);
    await until(
      () => world.emailOf(eventId),
      ({ notDelivered }) => notDelivered === undefined,
    );
    await world.shown(eventId, 'SENT');
  });

  it('is sent while some are waited for, and holds up nothing that follows', async () => {
    const customer = await world.customer(mailbox);
    smtp.onRecipient = (address) => (address === 'never@home.example' ? { code: 450, words: '4.2.1 not now' } : null);
    const eventId = await customer.answer({ cc: ['never@home.example'] });
    await world.shown(eventId, 'SENT');
    const { notDelivered } = await until(
      () => world.emailOf(eventId),
      (email) => email.notDelivered !== undefined,
    );
    expect(notDelivered).toEqual([{ address: 'never@home.example', reason: 'DEFAULT', waits: true }]);
    await world.shown(await customer.answer({ to: [customer.address] }), 'SENT');
    smtp.onRecipient = (address) => (address === 'never@home.example' ? { code: 550, words: '5.1.1 gone' } : null);
    await until(
      () => world.emailOf(eventId),
      (email) => email.notDelivered?.[0]?.waits === undefined,
    );
    expect((await world.emailOf(eventId)).notDelivered).toEqual([{ address: 'never@home.example', reason: 'UNDELIVERABLE' }]);
    await world.shown(eventId, 'SENT');
  });
});

it('goes by the server of the mailbox that it is from (another one of the account)', async () => {
  const other = await startSmtp();
  await world.mailbox(other.port, { sender: 'sales@shop.example', name: 'Sales' });
  const customer = await world.customer(mailbox);
  await world.shown(await customer.answer({ from: 'sales@shop.example' }), 'SENT');
  expect(other.mails.map(({ from, to }) => [from, to])).toEqual([['sales@shop.example', [customer.address]]]);
  await other.close();
});

it('speaks over three connections at most, and closes what stands idle in order', async () => {
  const busy = await startSmtp();
  const own = await world.mailbox(busy.port);
  const customers = await Promise.all(Array.from({ length: 8 }, () => world.customer(own)));
  const ids = await Promise.all(customers.map((customer) => customer.answer()));
  await Promise.all(ids.map((id) => world.shown(id, 'SENT')));
  expect(busy.mails).toHaveLength(8);
  expect(busy.most).toBeLessThanOrEqual(3);
  await busy.close();
});

describe('blind copies (BUG-143)', () => {
  it('stand in no bytes that anybody gets', async () => {
    const copied = await startSmtp();
    const own = await world.mailbox(copied.port);
    const customer = await world.customer(own);
    const eventId = await customer.answer({
      to: [customer.address],
      cc: ['petar@home.example'],
      bcc: ['ivana@home.example', 'Desislava <desi@home.example>'],
      html: '<p>Gladly.</p>',
    });
    await world.shown(eventId, 'SENT');
    for (const person of [customer.address, 'petar@home.example', 'ivana@home.example', 'desi@home.example']) {
      const got = copied.mails.filter(({ to }) => to.includes(person));
      expect(got).toHaveLength(1);
      for (const { raw } of got) {
        expect(raw).not.toMatch(/ivana|desi/i);
        expect(headersOf({ raw })).toMatchObject({ to: customer.address, cc: 'petar@home.example' });
      }
    }
    await copied.close();
  });
});

describe('addresses with other letters (BUG-145)', () => {
  it('have a domain in ASCII, in envelope and headers; before the @ they need a server that takes it', async () => {
    const old = await startSmtp({ hideSMTPUTF8: true });
    const customer = await world.customer(await world.mailbox(old.port));
    const eventId = await customer.answer({ to: ['Офис <office@пример.бг>'], cc: ['мария@пример.бг'] });
    await world.shown(eventId, 'SENT');
    expect(old.heard.filter((line) => line.includes('RCPT')).join()).toMatch(/^[ -~]*RCPT TO:<office@xn--e1afmkfd\.xn--90ae>[ -~]*$/);
    expect(headersOf(old.mails[0] ?? { raw: '' }).to).toContain('<office@xn--e1afmkfd.xn--90ae>');
    const email = await until(
      () => world.emailOf(eventId),
      ({ notDelivered }) => notDelivered !== undefined,
    );
    expect(email.notDelivered).toEqual([{ address: 'мария@xn--e1afmkfd.xn--90ae', reason: 'NO_ROUTE' }]);
    await old.close();
    const modern = await startSmtp({ hideSMTPUTF8: false });
    const other = await world.customer(await world.mailbox(modern.port));
    await world.shown(await other.answer({ to: ['мария@пример.бг'] }), 'SENT');
    expect(modern.heard.filter((line) => line.includes('RCPT')).join()).toContain('<мария@xn--e1afmkfd.xn--90ae>');
    expect(modern.heard.filter((line) => line.includes('MAIL FROM')).join()).toContain('SMTPUTF8');
    await modern.close();
  });
});

it('asks for answers at an address that leads back, where the mailbox says so', async () => {
  const own = await world.mailbox(smtp.port, { sender: 'plus@shop.example', settings: { plusAddress: true } });
  const customer = await world.customer(own);
  const eventId = await customer.answer();
  await world.shown(eventId, 'SENT');
  const [mail] = mailsOf((await world.emailOf(eventId)).id);
  const replyTo = headersOf(mail ?? { raw: '' })['reply-to'] ?? '';
  const event = await world.database.db
    .reader(world.account.accountId)
    .selectFrom('events')
    .select('conversation_id')
    .where('id', '=', eventId)
    .executeTakeFirst();
  expect(conversationOfToken(threadsKey, world.account.accountId, tokensIn([replyTo], '')[0] ?? '')).toBe(event?.conversation_id);
  expect(replyTo).toMatch(/^plus\+c\.[a-z2-7]{39}@shop\.example$/);
});

it('what nobody wrote says so to machines, and is answered by none', async () => {
  const customer = await world.customer(mailbox, { id: '<asked@home.example>' });
  const { accountId } = world.account;
  const { db } = world.database;
  const channel = await db
    .reader(accountId)
    .selectFrom('conversation_channels')
    .select('conversation_id')
    .where('contact_channel_id', '=', customer.channelId)
    .executeTakeFirstOrThrow();
  const where = { conversationId: channel.conversation_id, contactChannelId: customer.channelId } as const;
  await inRooms(db, accountId, async (tx) =>
    sayByItself(
      world.rooms.deps,
      await roomWork(tx, accountId, customer.roomId),
      { ...where, channelType: 'EMAIL', channelApplicationId: mailbox },
      'We are closed until Monday.',
    ),
  );
  const mail = await until(
    () => smtp.mails.find(({ to }) => to.includes(customer.address)),
    (found) => found !== undefined,
  );
  expect(mail?.from).toBe('');
  expect(headersOf(mail ?? { raw: '' })).toMatchObject({ 'auto-submitted': 'auto-replied', 'in-reply-to': '<asked@home.example>' });
});

it('a token that the server takes no more is asked for anew, once', async () => {
  const microsoft = await tokenEndpoint();
  const office = await startSmtp();
  const signed = await sendingWorld({ microsoftLoginUrl: microsoft.origin });
  try {
    const settings = { authentication: 'OAUTH2', clientId: 'an-app', tenantId: 'a-tenant' } as const;
    const customer = await signed.customer(await signed.mailbox(office.port, { settings, secrets: { clientSecret: 'the-secret' } }));
    office.password = 'token-2';
    await signed.shown(await customer.answer(), 'SENT');
    expect(microsoft.asked).toHaveLength(2);
  } finally {
    await signed.close();
    await office.close();
    await microsoft.close();
  }
});

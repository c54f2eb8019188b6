import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryShown, until } from '../../../../test/loop-back/customers.ts';
import { messageId } from '../../../../test/people.ts';
import { type MailEvent, type ReceivedMails, receivedMails } from '../../../../test/received-mails.ts';
import { canSayByItself, inRooms, roomWork, sayByItself, sendEmail, takeAs } from '../../../rooms/index.ts';
import { reasonOf } from './bounces.ts';

let world: ReceivedMails;
let help: string;
beforeAll(async () => {
  world = await receivedMails();
  help = await world.mailbox('help@firma.test');
}, 60_000);
afterAll(() => world.close());

const bounce = readFileSync(new URL('../../../../test/mails/cases/BUG-014-dsn.eml', import.meta.url), 'utf8').replaceAll('\r\n', '\n');
/** What a server says of an e-mail to this recipient; without its headers where `of` is null. */
const report = ({ of, to, action = 'failed', status = '5.1.1' }: { of: string | null; to: string; action?: string; status?: string }) => {
  const said = bounce
    .replace('<a7@mail.test>', `<report-${Math.random()}@mail.test>`)
    .replaceAll('nosuch@mail.test', to)
    .replace('Action: failed', `Action: ${action}`)
    .replace('Status: 5.1.1', `Status: ${status}`);
  const headers = said.indexOf('--XX\nContent-Type: text/rfc822-headers');
  return Buffer.from(of === null ? `${said.slice(0, headers)}--XX--\n` : said.replace('<REPLACE-WITH-ID-OF-SENT-MAIL>', of));
};
let people = 0;
const somebody = () => `person-${++people}@mail.test`;
const eventOf = async (headers: Record<string, string>): Promise<MailEvent> =>
  world.event((await world.receive(help, { headers: { To: 'help@firma.test', ...headers } })).eventId);

/** An e-mail of an agent's that its server has taken, to this customer and these others. */
async function sent(address: string, cc: string[] = []): Promise<MailEvent> {
  const event = await eventOf({ From: address });
  const elena = await world.account.agent('Elena');
  await takeAs(world.rooms.deps, elena, event.roomId);
  const { eventId } = await sendEmail(world.rooms.deps, elena, {
    roomId: event.roomId,
    channelId: event.contactChannelId,
    clientMessageId: messageId(),
    text: 'Look at this',
    cc,
  });
  await shows(eventId, 'SENT');
  return world.event(eventId);
}
const shows = (eventId: string, what: string) =>
  until(
    () => deliveryShown(world.database.db, world.account.accountId, eventId),
    (now) => now === what,
  );
const steps = async (eventId: string) => {
  const { rows } = await sql<{ said: string }>`
    select s.step || ' ' || coalesce(s.answer, '') said from attempt_steps s join attempts a on a.id = s.attempt_id
    where a.event_id = ${eventId}::uuid order by s.id`.execute(world.database.db.reader(world.account.accountId));
  return rows.map(({ said }) => said.trim());
};

describe('a report of delivery (BUG-014)', () => {
  it('marks the e-mail as failed by its Message-ID, why, and is nobody’s contact and no conversation', async () => {
    const email = await sent(somebody());
    const before = await world.emails();
    const became = await world.receive(help, report({ of: email.email.id, to: email.email.to[0] ?? '' }));
    expect(became).toMatchObject({ state: 'DONE', eventId: null, roomId: email.roomId });
    await shows(email.id, 'DELIVERY_FAILED UNDELIVERABLE');
    expect(await world.emails()).toHaveLength(before.length);
    expect((await world.contacts()).some(({ name }) => name.includes('Mail Delivery'))).toBe(false);
  });

  it('without the e-mail’s headers is of what went to that recipient last', async () => {
    const address = somebody();
    const email = await sent(address);
    expect(await world.receive(help, report({ of: null, to: address }))).toMatchObject({ state: 'DONE', reason: null });
    await shows(email.id, 'DELIVERY_FAILED UNDELIVERABLE');
  });

  it('of a delay, and of somebody in Cc, leaves it as it was with a step in its way', async () => {
    const email = await sent(somebody(), ['other@mail.test']);
    await world.receive(help, report({ of: email.email.id, to: email.email.to[0] ?? '', action: 'delayed', status: '4.4.1' }));
    await world.receive(help, report({ of: email.email.id, to: 'other@mail.test' }));
    expect(await deliveryShown(world.database.db, world.account.accountId, email.id)).toBe('SENT');
    expect((await steps(email.id)).slice(-2)).toEqual(['SENT 4.4.1', 'DELIVERY_FAILED 5.1.1']);
  });

  it('of nothing that we know is put aside, with why', async () => {
    expect(await world.receive(help, report({ of: '<never@firma.test>', to: 'never@mail.test' }))).toMatchObject({
      state: 'IGNORED',
      reason: 'REPORT_OF_NOTHING',
    });
  });

  it.each([
    ['5.1.1', '', 'UNDELIVERABLE'],
    ['5.2.2', 'mailbox full', 'UNDELIVERABLE'],
    ['5.3.4', 'too big', 'REJECTED'],
    ['5.7.1', 'blocked by spam list', 'BLACKLISTED'],
    ['5.7.1', 'relaying denied', 'NOT_PERMITTED'],
    ['4.4.7', 'gave up', 'EXPIRED'],
    ['5.4.7', 'expired', 'EXPIRED'],
    [null, '', 'UNDELIVERABLE'],
  ])('%s %s: %s', (status, diagnostic, reason) => {
    expect(reasonOf({ status, diagnostic })).toBe(reason);
  });
});

/** A desk that answers by itself whatever a customer writes, as far as it may. @returns what it said */
async function deskAnswers(event: MailEvent): Promise<MailEvent | null> {
  const { deps } = world.rooms;
  const where = {
    conversationId: event.conversationId ?? '',
    contactChannelId: event.contactChannelId,
    channelType: 'EMAIL' as const,
    channelApplicationId: help,
  };
  if (event.conversationId === null) return null;
  const said = await inRooms(deps.db, world.account.accountId, async (tx) => {
    const work = await roomWork(tx, world.account.accountId, event.roomId);
    return (await canSayByItself(deps, work, where)) ? sayByItself(deps, work, where, 'We have your message.') : null;
  });
  return said && world.event(said.id);
}

/** A mailbox that answers each of our answers at once, until there is none. @returns how many mails it wrote */
async function loop(write: (number: number, answered: MailEvent | null) => Record<string, string>): Promise<number> {
  let answered: MailEvent | null = null;
  for (let number = 1; number <= 30; number++) {
    answered = await deskAnswers(await eventOf(write(number, answered)));
    if (answered === null) return number;
  }
  return Number.POSITIVE_INFINITY;
}
const replyTo = (answered: MailEvent | null): Record<string, string> =>
  answered === null ? { Subject: 'The first' } : { 'In-Reply-To': answered.email.id, Subject: `Re: ${answered.email.subject}` };

describe('a mailbox that answers by itself (BUG-011)', () => {
  it('and says so is not answered', async () => {
    const From = somebody();
    expect(await loop((_, answered) => ({ From, 'Auto-Submitted': 'auto-replied', ...replyTo(answered) }))).toBe(1);
  });

  it('and says so by its subject alone is not answered', async () => {
    const From = somebody();
    expect(await loop(() => ({ From, Subject: '=?utf-8?B?0J7RgtGB0YrRgdGC0LLQsNC8?=' }))).toBe(1);
  });

  it('and says nothing of it is answered once', async () => {
    const From = somebody();
    expect(await loop((_, answered) => ({ From, ...replyTo(answered) }))).toBe(2);
  });

  it('each time from another address is answered a few times', async () => {
    expect(await loop((number, answered) => ({ From: `stoyan+${number}@mail.test`, ...replyTo(answered) }))).toBeLessThanOrEqual(6);
  });
});

it('a note of absence in an open conversation joins it, told as what it is', async () => {
  const email = await sent(somebody());
  const note = await eventOf({
    From: email.email.to[0] ?? '',
    Subject: 'Out of office',
    'Auto-Submitted': 'auto-replied',
    'In-Reply-To': email.email.id,
  });
  expect(note).toMatchObject({ conversationId: email.conversationId, email: { automatic: { outOfOffice: 'YES' } } });
});

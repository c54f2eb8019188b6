import type { ChannelType, SendAnswer, SendText } from '@parley/contract';
import type { Actor } from '../../src/accounts/index.ts';
import { newId } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database.ts';
import { receiveFromProvider } from '../../src/rooms/inbound/receive-from-provider.ts';
import { type RoomsDeps, sendEmail, sendSms, sendText, takeAs } from '../../src/rooms/index.ts';
import { messageId, type TestAccount } from '../people.ts';

let addresses = 0;
/** A telephone number that nobody had before in this run. */
export const newAddress = () => `+35988${process.pid % 1000}${String(++addresses).padStart(5, '0')}`;

/** Our end of a channel. @returns its id */
export async function givenApplication(db: Database, account: TestAccount, type: ChannelType): Promise<string> {
  const id = newId();
  const row = { id, account_id: account.accountId, type, name: `${type} number` };
  await db.inAccount(account.accountId, (tx) => tx.insertInto('channel_applications').values(row).execute());
  return id;
}

export interface TestCustomer {
  channelApplicationId: string;
  address: string;
  roomId: string;
  contactChannelId: string;
  /** Writes to them as the agent. @returns the event's id */
  say(text: string): Promise<string>;
}

/** Words of an agent's, sent as the channel's type asks for it. */
export function sayOn(deps: RoomsDeps, agent: Actor, type: string, message: SendText): Promise<SendAnswer> {
  if (type === 'SMS') return sendSms(deps, agent, message);
  return type === 'EMAIL' ? sendEmail(deps, agent, message) : sendText(deps, agent, message);
}

/** Somebody who has written on a channel and whose conversation this agent has taken. */
export async function givenCustomer(deps: RoomsDeps, agent: Actor, type: ChannelType, channelApplicationId: string): Promise<TestCustomer> {
  const { accountId } = agent;
  const address = newAddress();
  await receiveFromProvider(deps, {
    accountId,
    channelApplicationId,
    channelType: type,
    providerMessageId: `hello-${address}`,
    address,
    name: 'Maria',
    text: 'Hello',
  });
  const channel = await deps.db
    .reader(accountId)
    .selectFrom('contact_channels')
    .select(['id', 'room_id'])
    .where('channel_application_id', '=', channelApplicationId)
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
  const roomId = channel.room_id as string;
  await takeAs(deps, agent, roomId);
  return {
    channelApplicationId,
    address,
    roomId,
    contactChannelId: channel.id,
    async say(text) {
      return (await sayOn(deps, agent, type, { roomId, channelId: channel.id, text, clientMessageId: messageId() })).eventId;
    },
  };
}

/** Asks again and again until the answer fits. Rejects with the last answer when it never does. */
export async function until<T>(ask: () => Promise<T> | T, fits: (answer: T) => boolean, withinMs = 10_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** What an event shows of its delivery. */
export async function deliveryShown(db: Database, accountId: string, eventId: string) {
  const row = await db
    .reader(accountId)
    .selectFrom('events')
    .select(['status', 'status_reason'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return row.status_reason === null ? row.status : `${row.status} ${row.status_reason}`;
}

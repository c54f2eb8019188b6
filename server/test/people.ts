import type { Role } from '@parley/contract';
import type { Actor } from '../src/accounts/index.ts';
import { createContact } from '../src/contacts/index.ts';
import type { Files } from '../src/files/index.ts';
import { type Bus, createLocalBus } from '../src/platform/bus.ts';
import { newId } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database.ts';
import { createHub, type Socket } from '../src/platform/hub.ts';
import { openLog } from '../src/platform/log.ts';
import { type CustomerPushes, type Incoming, openRooms, type RoomsDeps, roomOfContact, userSubjects } from '../src/rooms/index.ts';
import { lookWhenWoken, routeByDefaultQueue } from '../src/routing/index.ts';
import { givenFiles } from './files.ts';

export interface TestAccount {
  accountId: string;
  queueId: string;
  widgetId: string;
  agent(firstName: string, options?: { role?: Role; inQueue?: boolean }): Promise<Actor>;
  visitor(firstName?: string): Promise<Omit<Incoming, 'text' | 'clientMessageId'>>;
}

/** An account with a default queue and a live-chat widget, through the same rows that the product makes. */
export async function givenAccount(db: Database, name = 'Lumen'): Promise<TestAccount> {
  const accountId = newId();
  const queueId = newId();
  const widgetId = newId();
  await db.inAccount(accountId, async (tx) => {
    await tx.insertInto('accounts').values({ id: accountId, name }).execute();
    await tx.insertInto('queues').values({ id: queueId, account_id: accountId, name: 'General', is_default: true }).execute();
    await tx.insertInto('channel_applications').values({ id: widgetId, account_id: accountId, type: 'LIVECHAT', name: 'Shop' }).execute();
    await tx.insertInto('widgets').values({ id: widgetId, account_id: accountId, name: 'Shop' }).execute();
  });
  return {
    accountId,
    queueId,
    widgetId,
    async agent(firstName, { role = 'agent', inQueue = true } = {}) {
      const userId = newId();
      await db.inAccount(accountId, async (tx) => {
        const email = `${firstName.toLowerCase()}-${userId}@lumen.example`;
        await tx
          .insertInto('users')
          .values({ id: userId, account_id: accountId, email, email_normalized: email, first_name: firstName, last_name: 'Test', role })
          .execute();
        await tx.insertInto('user_presence').values({ account_id: accountId, user_id: userId }).execute();
        if (inQueue) await tx.insertInto('queue_members').values({ account_id: accountId, queue_id: queueId, user_id: userId }).execute();
      });
      return { userId, accountId, role, name: `${firstName} Test`, features: {} };
    },
    async visitor(firstName = '') {
      return db.inAccount(accountId, async (tx) => {
        const contactId = await createContact(tx, accountId, { firstName });
        const contactChannelId = newId();
        await tx
          .insertInto('contact_channels')
          .values({
            id: contactChannelId,
            account_id: accountId,
            contact_id: contactId,
            channel_application_id: widgetId,
            type: 'LIVECHAT',
            address: contactChannelId,
          })
          .execute();
        const roomId = await roomOfContact(tx, accountId, contactId);
        return { accountId, roomId, contactChannelId, contactId, contactName: firstName || null };
      });
    },
  };
}

/** A screen that only listens: the frames that the hub lets through to this person. */
export interface Screen {
  frames: Array<{ type: string; payload: Record<string, unknown> }>;
  of(type: string): Array<Record<string, unknown>>;
}

export interface TestRooms {
  deps: RoomsDeps;
  /** On which the wiring says that something waits or may be given out. */
  bus: Bus;
  /** What the customers' side was told. */
  told: Array<[keyof CustomerPushes, ...unknown[]]>;
  screenOf(actor: Actor): Promise<Screen>;
}

/** The rooms as the application wires them, with listening ends where sockets would be. */
export function givenRooms(db: Database, files: Files = givenFiles(db)): TestRooms {
  const bus = createLocalBus();
  const hub = createHub(bus);
  const told: TestRooms['told'] = [];
  const wakeAtWords = lookWhenWoken(bus);
  const customers: CustomerPushes = {
    stored: (...args) => {
      told.push(['stored', ...args]);
      wakeAtWords(...args);
    },
    conversations: (...args) => void told.push(['conversations', ...args]),
    agentsMessages: (...args) => void told.push(['agentsMessages', ...args]),
    customersMessages: (...args) => void told.push(['customersMessages', ...args]),
    typing: (...args) => void told.push(['typing', ...args]),
  };
  const deps = openRooms({ db, hub, log: openLog('silent'), files, customers });
  routeByDefaultQueue(db, bus);
  return {
    deps,
    bus,
    told,
    async screenOf(actor) {
      const frames: Screen['frames'] = [];
      const socket: Socket = { write: (text) => void frames.push(JSON.parse(text)), close: () => {} };
      hub.join(socket, await userSubjects(db)(actor));
      return { frames, of: (type) => frames.filter((frame) => frame.type === type).map((frame) => frame.payload) };
    },
  };
}

let counter = 0;
/** A client message id that nobody used before. */
export const messageId = () => `message-${process.pid}-${++counter}`;

import { Readable } from 'node:stream';
import type { RichContent } from '@parley/contract';
import type { Actor } from '../src/accounts/index.ts';
import { receiveUpload } from '../src/files/index.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { type RoomsDeps, resolveAs, sendFile, sendText, takeAs } from '../src/rooms/index.ts';
import { sendRichMedia } from '../src/rooms/send-media.ts';
import { startApp, type TestApp } from './app.ts';
import { deliveryShown, until } from './loop-back/customers.ts';
import { givenAccount, messageId, type TestAccount } from './people.ts';
import { startSandbox, type TestSandbox } from './sandbox.ts';

/** The whole product beside the sandbox, with an account whose agent writes to customers; nothing between them but the network. */
export interface SandboxDesk {
  app: TestApp;
  db: Database;
  sandbox: TestSandbox;
  account: TestAccount;
  elena: Actor;
  rooms: RoomsDeps;
  /** Where an address is with us. Waits until somebody of it has written. */
  roomOf(address: string): Promise<{ roomId: string; channelId: string; contactId: string }>;
  /** What the history of an address says: words of messages, else the type; of the customer's marked with what it could not be. */
  historyOf(address: string): Promise<string[]>;
  /** The agent takes what the address has begun. */
  take(address: string): Promise<void>;
  /** Each answers with the event's id. */
  say(address: string, text: string): Promise<string>;
  sayOn(roomId: string, channelId: string, text: string): Promise<string>;
  sayRich(address: string, text: string, rich: RichContent): Promise<string>;
  sayFile(address: string, type: 'IMAGE' | 'FILE', file: { bytes: Buffer; name: string }, text?: string): Promise<string>;
  /** The agent resolves what the address is in. */
  resolve(address: string): Promise<void>;
  becomes(eventId: string, expected: string): Promise<void>;
  close(): Promise<void>;
}

/** @param env of the product; `sandbox` is where the sandbox is reached */
export async function givenSandboxDesk(env: (sandbox: string) => Record<string, string> = () => ({})): Promise<SandboxDesk> {
  const sandbox = await startSandbox();
  const wired: RoomsDeps[] = [];
  const app = await startApp({ env: env(sandbox.origin), more: (parts) => void wired.push(parts.rooms) });
  const [rooms] = wired;
  if (!rooms) throw new Error('the application was wired without its rooms');
  const db = openDatabase(app.database.appUrl, 2);
  const account = await givenAccount(db);
  const elena = await account.agent('Elena');
  const on = () => db.reader(account.accountId);

  async function roomOf(address: string) {
    const row = await until(
      () => on().selectFrom('contact_channels').select(['id', 'room_id', 'contact_id']).where('address', '=', address).executeTakeFirst(),
      (found) => found?.room_id != null,
    );
    return { roomId: row?.room_id as string, channelId: row?.id as string, contactId: row?.contact_id as string };
  }
  const to = async (address: string) => {
    const { roomId, channelId } = await roomOf(address);
    return { roomId, channelId, clientMessageId: messageId() };
  };
  return {
    app,
    db,
    sandbox,
    account,
    elena,
    rooms,
    roomOf,
    async historyOf(address) {
      const rows = await on()
        .selectFrom('events as e')
        .innerJoin('contact_channels as c', 'c.id', 'e.contact_channel_id')
        .select(['e.type', 'e.message'])
        .where('c.address', '=', address)
        .orderBy('e.seq')
        .execute();
      return rows.map(({ type, message }) => {
        const said = message as { text?: string | null; unsupportedMediaType?: string; fileState?: string } | null;
        return [said?.unsupportedMediaType, said?.fileState, said?.text].filter(Boolean).join(' ') || type;
      });
    },
    async take(address) {
      await takeAs(rooms, elena, (await roomOf(address)).roomId);
    },
    async say(address, text) {
      return (await sendText(rooms, elena, { ...(await to(address)), text })).eventId;
    },
    async sayOn(roomId, channelId, text) {
      return (await sendText(rooms, elena, { roomId, channelId, text, clientMessageId: messageId() })).eventId;
    },
    async resolve(address) {
      const { roomId } = await roomOf(address);
      await resolveAs(rooms, elena, roomId);
    },
    async sayRich(address, text, rich) {
      return (await sendRichMedia(rooms, elena, { ...(await to(address)), text, ...rich })).eventId;
    },
    async sayFile(address, type, { bytes, name }, text) {
      const uploader = { by: 'USER', accountId: account.accountId, id: elena.userId } as const;
      const body = Readable.from([bytes]);
      const { fileId } = await receiveUpload(rooms.files, { uploader, name, length: null, body, isCancelled: () => false });
      return (await sendFile(rooms, elena, type, { ...(await to(address)), fileId, text: text ?? null })).eventId;
    },
    async becomes(eventId, expected) {
      await until(
        () => deliveryShown(db, account.accountId, eventId),
        (now) => now === expected,
      );
    },
    async close() {
      await app.close();
      await db.close();
      await sandbox.close();
    },
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { databaseUrl, OWNER } from '../scripts/postgres-roles.mjs';
import { newId } from '../server/src/platform/clock.ts';
import { type Database, openDatabase } from '../server/src/platform/database.ts';
import { deriveKey, encrypt } from '../server/src/platform/secret.ts';
import { sharedProduct } from './shared-product.ts';

/** The widget that the demo shop carries in English. */
export const SHOP_WIDGET = '0193a1de-0000-7000-8000-0000000000c1';

/** A small file of a data folder: the secret, the database's port. */
export const readDataFile = (dataFolder: string, name: string): string => readFileSync(join(dataFolder, name), 'utf8').trim();

/** The running product's database, as its owner: to set what no screen of this version sets, and to make time pass. */
export const demoDatabase = (): Database => databaseOf(sharedProduct().dataFolder);

function databaseOf(dataFolder: string): Database {
  const file = (name: string) => readDataFile(dataFolder, name);
  return openDatabase(databaseUrl({ secret: file('secret'), port: Number(file('postgres.port')), role: OWNER }), 1);
}

interface WidgetRow {
  allowed_sites: string[];
  ask_name: string;
  ask_email: string;
  ask_phone: string;
  ask_consent: string;
  closed_form: boolean;
  privacy_url: string;
  header_text: string;
  primary_color: string;
  language: string;
  follows_visitor: boolean;
  identity_secret: Buffer | null;
}

/** A secret that signs visitors, as it rests in the widget's row. */
export function sealedWidgetSecret(secret: string): Buffer {
  return encrypt(deriveKey(readDataFile(sharedProduct().dataFolder, 'secret'), 'accounts:keys'), secret);
}

/** Changes the shop's widget for the while of a piece of work. */
export async function withWidget(values: Partial<WidgetRow>, work: () => Promise<void>): Promise<void> {
  const db = demoDatabase();
  const widget = db.outsideReader();
  const change = (next: typeof values) => widget.updateTable('widgets').set(next).where('id', '=', SHOP_WIDGET).execute();
  try {
    const before = await widget
      .selectFrom('widgets')
      .select(Object.keys(values) as Array<keyof WidgetRow>)
      .where('id', '=', SHOP_WIDGET)
      .executeTakeFirstOrThrow();
    await change(values);
    try {
      await work();
    } finally {
      await change(before);
    }
  } finally {
    await db.close();
  }
}

/** People of a product have hands for more than others can leave in them: whoever tests leaves, and others go on with who holds what. */
export async function makeRoomInHands(dataFolder: string): Promise<void> {
  const db = databaseOf(dataFolder);
  try {
    await db
      .outsideReader()
      .updateTable('accounts')
      .set(({ eb, ref }) => ({ settings: eb(ref('settings'), '||', eb.val(JSON.stringify({ capacityWeights: { LIVECHAT: 1 } }))) }))
      .execute();
  } finally {
    await db.close();
  }
}

/** So much time passes for somebody who is away, once it has been seen that they are. */
export async function absenceLasts(email: string, minutes: number): Promise<void> {
  const db = demoDatabase();
  try {
    const absences = () =>
      db
        .outsideReader()
        .selectFrom('absences')
        .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', email));
    await expect.poll(async () => (await absences().select('user_id').execute()).length, { timeout: 15_000 }).toBe(1);
    const { user_id, gone_since } = await absences().select(['user_id', 'gone_since']).executeTakeFirstOrThrow();
    const earlier = new Date(Date.parse(gone_since) - minutes * 60_000).toISOString();
    await db.outsideReader().updateTable('absences').set({ gone_since: earlier }).where('user_id', '=', user_id).execute();
  } finally {
    await db.close();
  }
}

/** Nobody gets a conversation until they say again that they are ready: whoever tests before may have left somebody so. */
export async function nobodyIsReady(): Promise<void> {
  const db = demoDatabase();
  try {
    await db.outsideReader().updateTable('user_presence').set({ chat_status: 'offline' }).execute();
  } finally {
    await db.close();
  }
}

/** Somebody of the demo shop is told that a colleague handed a room over to them. @returns the room */
export async function tellOfHandOver(email: string): Promise<string> {
  const db = demoDatabase();
  try {
    const rows = db.outsideReader();
    const { id, account_id } = await rows
      .selectFrom('users')
      .select(['id', 'account_id'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const room = await rows.selectFrom('rooms').select('id').where('account_id', '=', account_id).limit(1).executeTakeFirstOrThrow();
    const by = await rows.selectFrom('users').select('id').where('email', '=', 'petar@lumenhome.example').executeTakeFirstOrThrow();
    const told = {
      id: newId(),
      account_id: account_id ?? '',
      user_id: id,
      room_id: room.id,
      kind: 'HANDED_OVER',
      by_user_id: by.id,
      by_name: 'Petar Kostov',
    };
    await rows.insertInto('notifications').values(told).execute();
    return room.id;
  } finally {
    await db.close();
  }
}

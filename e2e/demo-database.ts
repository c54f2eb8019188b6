import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl, OWNER } from '../scripts/postgres-roles.mjs';
import { type Database, openDatabase } from '../server/src/platform/database.ts';
import { deriveKey, encrypt } from '../server/src/platform/secret.ts';
import { sharedProduct } from './shared-product.ts';

/** The widget that the demo shop carries in English. */
export const SHOP_WIDGET = '0193a1de-0000-7000-8000-0000000000c1';

/** A small file of a data folder: the secret, the database's port. */
export const readDataFile = (dataFolder: string, name: string): string => readFileSync(join(dataFolder, name), 'utf8').trim();

/** The running product's database, as its owner: to set what no screen of this version sets, and to make time pass. */
export function demoDatabase(): Database {
  const file = (name: string) => readDataFile(sharedProduct().dataFolder, name);
  return openDatabase(databaseUrl({ secret: file('secret'), port: Number(file('postgres.port')), role: OWNER }), 1);
}

interface WidgetRow {
  allowed_sites: string[];
  ask_name: string;
  ask_email: string;
  ask_consent: string;
  closed_form: boolean;
  privacy_url: string;
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

/** Nobody gets a conversation until they say again that they are ready: whoever tests before may have left somebody so. */
export async function nobodyIsReady(): Promise<void> {
  const db = demoDatabase();
  try {
    await db.outsideReader().updateTable('user_presence').set({ chat_status: 'offline' }).execute();
  } finally {
    await db.close();
  }
}

import { type Asked, replaced, type WidgetSettings, type widgetFields } from '@parley/contract';
import type * as z from 'zod/mini';
import { calls, requireAccount } from '../../accounts/index.ts';
import { type Doer, difference, doerOf, openToRead, recordDeed } from '../../audit/index.ts';
import type { Database, Reader, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { encrypt, newToken } from '../../platform/secret.ts';
import { formOf, languageOf } from './widget.ts';

type Given = { [Field in keyof typeof widgetFields]?: z.output<(typeof widgetFields)[Field]> };
interface WidgetKey {
  accountId: string;
  widgetId: string;
}

/** Live-chat widgets, as their admins keep them. @param keys under which identity secrets rest */
export function widgetsApi(db: Database, keys: Buffer) {
  return {
    list: calls.widgets.list.handler(async ({ context, input: { params } }) => {
      await openToRead(db, context, params.accountId, { type: 'WIDGETS', id: null, name: '' });
      return { content: await listWidgets(db.reader(params.accountId)) };
    }),
    change: calls.widgets.change.handler(async ({ context, input: { params, body } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return changeWidget(db, doerOf(context), params, replaced(body));
    }),
    newIdentitySecret: calls.widgets.newIdentitySecret.handler(async ({ context, input: { params } }) => {
      await requireAccount(db, context.actor, params.accountId);
      return newIdentitySecret(db, keys, doerOf(context), params);
    }),
  };
}

const rows = (on: Reader | Tx) => on.selectFrom('widgets').selectAll().orderBy('name').orderBy('id');

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

const settingsOf = (row: Row): WidgetSettings => ({
  id: row.id,
  name: row.name,
  description: row.description,
  language: languageOf(row.language),
  headerText: row.header_text,
  welcomeMessage: row.welcome_message,
  primaryColor: row.primary_color,
  secondaryColor: row.secondary_color,
  privacyUrl: row.privacy_url,
  form: formOf(row),
  sessionMinutes: row.session_minutes,
  resetAfterMinutes: row.reset_after_minutes,
  closedForm: row.closed_form,
  hasIdentitySecret: row.identity_secret !== null,
});

const listWidgets = async (on: Reader): Promise<WidgetSettings[]> => (await rows(on).execute()).map(settingsOf);

/** Throws WIDGET_NOT_FOUND. */
async function heldWidget(tx: Tx, widgetId: string): Promise<WidgetSettings> {
  const row = await rows(tx).where('id', '=', widgetId).forNoKeyUpdate().executeTakeFirst();
  if (row === undefined) throw problem('WIDGET_NOT_FOUND');
  return settingsOf(row);
}

const COLUMNS = {
  name: 'name',
  description: 'description',
  language: 'language',
  headerText: 'header_text',
  welcomeMessage: 'welcome_message',
  primaryColor: 'primary_color',
  secondaryColor: 'secondary_color',
  privacyUrl: 'privacy_url',
  sessionMinutes: 'session_minutes',
  resetAfterMinutes: 'reset_after_minutes',
  closedForm: 'closed_form',
} as const satisfies Record<Exclude<keyof Given, 'form'>, string>;

function columnsOf({ form, ...given }: Given): Record<string, string | number | boolean | null> {
  const columns: Record<string, string | number | boolean | null> = {};
  for (const [field, column] of Object.entries(COLUMNS)) {
    const value = given[field as keyof typeof COLUMNS];
    if (value !== undefined) columns[column] = value;
  }
  for (const [field, asked] of Object.entries(form ?? {}) as Array<[string, Asked]>) columns[`ask_${field}`] = asked;
  return columns;
}

const entityOf = ({ id, name }: WidgetSettings) => ({ type: 'WIDGET' as const, id, name });

async function changeWidget(db: Database, doer: Doer, { accountId, widgetId }: WidgetKey, given: Given): Promise<WidgetSettings> {
  return db.inAccount(accountId, async (tx) => {
    const stood = await heldWidget(tx, widgetId);
    const changes = difference({ ...stood }, given);
    if (changes === null) return stood;
    await tx.updateTable('widgets').set(columnsOf(given)).where('id', '=', widgetId).execute();
    const widget = await heldWidget(tx, widgetId);
    await recordDeed(tx, doer, { kind: 'WIDGET_CHANGED', entity: entityOf(widget), ...changes });
    return widget;
  });
}

async function newIdentitySecret(db: Database, keys: Buffer, doer: Doer, { accountId, widgetId }: WidgetKey): Promise<{ secret: string }> {
  return db.inAccount(accountId, async (tx) => {
    const widget = await heldWidget(tx, widgetId);
    const secret = newToken();
    await tx
      .updateTable('widgets')
      .set({ identity_secret: encrypt(keys, secret) })
      .where('id', '=', widgetId)
      .execute();
    const changes = difference({}, { identitySecret: secret }, new Set(['identitySecret']));
    await recordDeed(tx, doer, { kind: 'WIDGET_CHANGED', entity: entityOf(widget), ...changes });
    return { secret };
  });
}

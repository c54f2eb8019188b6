import { AccountLanguage, type NewWidget, type WidgetDetails, type widgetFields } from '@parley/contract';
import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import { makeOnce } from '../../accounts/index.ts';
import { type Doer, difference, recordDeed } from '../../audit/index.ts';
import { newId } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Widgets } from '../../platform/schema.ts';
import { encrypt, newToken } from '../../platform/secret.ts';
import { formOf } from './widget.ts';

type Given = { [Field in keyof typeof widgetFields]?: z.output<(typeof widgetFields)[Field]> | undefined };

const detailsOf = (row: Selectable<Widgets>): WidgetDetails => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  description: row.description,
  language: AccountLanguage.parse(row.language),
  followsVisitor: row.follows_visitor,
  headerText: row.header_text,
  welcomeMessage: row.welcome_message,
  primaryColor: row.primary_color,
  secondaryColor: row.secondary_color,
  sessionMinutes: row.session_minutes,
  allowedSites: row.allowed_sites,
  resetAfterMinutes: row.reset_after_minutes,
  letterAfterMinutes: row.letter_after_minutes,
  privacyUrl: row.privacy_url,
  form: formOf(row),
  closedForm: row.closed_form,
  hasIdentitySecret: row.identity_secret !== null,
});

/** Columns of what is given, and of nothing else. */
function columnsOf(given: Given) {
  const columns = {
    name: given.name,
    description: given.description,
    language: given.language,
    follows_visitor: given.followsVisitor,
    header_text: given.headerText,
    welcome_message: given.welcomeMessage,
    primary_color: given.primaryColor,
    secondary_color: given.secondaryColor,
    session_minutes: given.sessionMinutes,
    reset_after_minutes: given.resetAfterMinutes,
    letter_after_minutes: given.letterAfterMinutes,
    privacy_url: given.privacyUrl,
    ask_name: given.form?.name,
    ask_email: given.form?.email,
    ask_phone: given.form?.phone,
    ask_consent: given.form?.consent,
    closed_form: given.closedForm,
    allowed_sites: given.allowedSites && [...new Set(given.allowedSites)],
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    [Column in keyof typeof columns]?: Exclude<(typeof columns)[Column], undefined>;
  };
}

/** By name. */
export async function listWidgets(on: Reader): Promise<WidgetDetails[]> {
  const rows = await on.selectFrom('widgets').selectAll().orderBy('name').orderBy('id').execute();
  return rows.map(detailsOf);
}

async function one(tx: Tx, widgetId: string): Promise<WidgetDetails> {
  const row = await tx.selectFrom('widgets').selectAll().where('id', '=', widgetId).forNoKeyUpdate().executeTakeFirst();
  if (row === undefined) throw problem('WIDGET_NOT_FOUND');
  return detailsOf(row);
}

/**
 * Makes a widget, which is our end of a live chat: the channel's application has the same id and name. Asked once more by the same
 * `clientWidgetId`, it is the one that was made. Throws CREATION_ID_USED.
 */
export function createWidget(
  db: Database,
  doer: Doer,
  accountId: string,
  { clientWidgetId: clientId, ...given }: NewWidget,
): Promise<WidgetDetails> {
  return db.inAccount(accountId, async (tx) => {
    const make = () => makeWidget(tx, doer, accountId, given);
    if (clientId === undefined || doer.actor === null) return one(tx, await make());
    const { id } = await makeOnce(tx, { accountId, kind: 'WIDGET', userId: doer.actor.id, clientId, content: given }, make);
    return one(tx, id);
  });
}

async function makeWidget(tx: Tx, doer: Doer, accountId: string, given: Omit<NewWidget, 'clientWidgetId'>): Promise<string> {
  const id = newId();
  const { name } = given;
  const account = await tx.selectFrom('accounts').select('language').where('id', '=', accountId).executeTakeFirstOrThrow();
  await tx.insertInto('channel_applications').values({ id, account_id: accountId, type: 'LIVECHAT', name }).execute();
  await tx
    .insertInto('widgets')
    .values({ language: account.language, follows_visitor: true, ...columnsOf(given), name, id, account_id: accountId })
    .execute();
  await recordDeed(tx, doer, { kind: 'WEBSITE_CHAT_CREATED', entity: { type: 'WIDGET', id, name }, after: { ...given } });
  return id;
}

/** Throws WIDGET_NOT_FOUND. */
export function changeWidget(
  db: Database,
  doer: Doer,
  { accountId, widgetId }: { accountId: string; widgetId: string },
  given: Given,
): Promise<WidgetDetails> {
  return db.inAccount(accountId, async (tx) => {
    const stood = await one(tx, widgetId);
    const told = difference({ ...stood }, { ...given });
    if (told === null) return stood;
    await tx.updateTable('widgets').set(columnsOf(given)).where('id', '=', widgetId).execute();
    if (given.name !== undefined)
      await tx.updateTable('channel_applications').set({ name: given.name }).where('id', '=', widgetId).execute();
    const changed = await one(tx, widgetId);
    await recordDeed(tx, doer, { kind: 'WEBSITE_CHAT_CHANGED', entity: { type: 'WIDGET', id: widgetId, name: changed.name }, ...told });
    return changed;
  });
}

/**
 * Makes a secret with which the site's server signs its visitors; it rests encrypted under `keys` and is told only here. What
 * the one before it has signed holds no longer. Throws WIDGET_NOT_FOUND.
 */
export function newIdentitySecret(
  db: Database,
  keys: Buffer,
  doer: Doer,
  { accountId, widgetId }: { accountId: string; widgetId: string },
): Promise<{ secret: string }> {
  return db.inAccount(accountId, async (tx) => {
    const { name } = await one(tx, widgetId);
    const secret = newToken();
    await tx
      .updateTable('widgets')
      .set({ identity_secret: encrypt(keys, secret) })
      .where('id', '=', widgetId)
      .execute();
    const told = difference({}, { identitySecret: secret }, new Set(['identitySecret']));
    await recordDeed(tx, doer, { kind: 'WEBSITE_CHAT_CHANGED', entity: { type: 'WIDGET', id: widgetId, name }, ...told });
    return { secret };
  });
}

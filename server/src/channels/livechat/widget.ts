import { Asked, isAllowedSiteEntry, type WidgetAppearance, type WidgetForm } from '@parley/contract';
import { widget as bg } from '@parley/contract/text/bg/widget';
import { widget as en } from '@parley/contract/text/en/widget';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { LivechatDeps } from './deps.ts';
import { languageFor, textsFor } from './language.ts';

type WidgetReader = Pick<LivechatDeps, 'isAnybodyThere' | 'opensAt'> & { rooms: { db: Database } };
const NOBODY_THERE = { en: en.WIDGET_NOBODY_THERE, bg: bg.WIDGET_NOBODY_THERE };

export interface Widget {
  accountId: string;
  appearance: WidgetAppearance;
  /** Sites that may hold it; only entries that are safe in a header. */
  allowedSites: readonly string[];
}

/** The account that a widget belongs to: the look-up before any account is known. Throws WIDGET_NOT_FOUND, WIDGET_CLOSED. */
export async function accountOfWidget(db: Database, widgetId: string): Promise<string> {
  const { rows } = await sql<{ account_id: string | null }>`select find_widget(${widgetId}::uuid) as account_id`.execute(
    db.outsideReader(),
  );
  const accountId = rows[0]?.account_id;
  if (!accountId) throw problem('WIDGET_NOT_FOUND');
  const account = await db.reader(accountId).selectFrom('accounts').select('status').where('id', '=', accountId).executeTakeFirst();
  if (account?.status !== 'active') throw problem('WIDGET_CLOSED');
  return accountId;
}

/**
 * A widget as its visitors meet it (administration, section 3). While nobody is there it says so instead of its greeting and asks
 * for an e-mail address, if its admin wants that; while its queue is closed, it knows when that opens. @param wished the visitor's languages, best first
 * Throws WIDGET_NOT_FOUND, WIDGET_CLOSED.
 */
export async function readWidget(
  { rooms: { db }, isAnybodyThere, opensAt }: WidgetReader,
  widgetId: string,
  wished: readonly string[],
): Promise<Widget> {
  const accountId = await accountOfWidget(db, widgetId);
  const row = await db.reader(accountId).selectFrom('widgets').selectAll().where('id', '=', widgetId).executeTakeFirst();
  if (!row) throw problem('WIDGET_NOT_FOUND');
  const language = textsFor(languageFor(row, wished));
  const { form, isClosed } = await formNow(isAnybodyThere, accountId, row);
  return {
    accountId,
    allowedSites: row.allowed_sites.filter(isAllowedSiteEntry),
    appearance: {
      id: row.id,
      name: row.name,
      language,
      headerText: row.header_text || row.name,
      welcomeMessage: isClosed ? NOBODY_THERE[language] : row.welcome_message,
      nobodyThere: isClosed,
      opensAt: await opensAt(accountId),
      primaryColor: row.primary_color,
      secondaryColor: row.secondary_color,
      privacyUrl: row.privacy_url,
      form,
    },
  };
}

/** The columns of `widgets` that say what is asked before the first message. */
export const ASKED = ['ask_name', 'ask_email', 'ask_phone', 'ask_consent', 'closed_form'] as const;
type FormRow = Record<Exclude<(typeof ASKED)[number], 'closed_form'>, string>;

/** What a widget asks before the first message while somebody is there, from its row. */
export const formOf = (row: FormRow): WidgetForm => ({
  name: Asked.parse(row.ask_name),
  email: Asked.parse(row.ask_email),
  phone: Asked.parse(row.ask_phone),
  consent: Asked.parse(row.ask_consent),
});

/** The same as things are now: where the widget minds that nobody is there, an e-mail address too. */
export async function formNow(
  isAnybodyThere: LivechatDeps['isAnybodyThere'],
  accountId: string,
  row: FormRow & { closed_form: boolean },
): Promise<{ form: WidgetForm; isClosed: boolean }> {
  const isClosed = row.closed_form && !(await isAnybodyThere(accountId));
  const form = formOf(row);
  return { form: isClosed ? { ...form, email: 'REQUIRED' } : form, isClosed };
}

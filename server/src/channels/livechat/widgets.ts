import type { Locale, WidgetAppearance } from '@parley/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';

/** A live-chat widget as its channel uses it (administration, section 3). */
export interface Widget {
  accountId: string;
  appearance: WidgetAppearance;
  sessionMinutes: number;
  resetAfterMinutes: number | null;
  /** Sites that may show it: origins, `https://*.example.com`, or `*`. None: none. */
  allowedSites: readonly string[];
}

/** The widget of this id in whatever account; throws WIDGET_NOT_FOUND. */
export async function widgetById(db: Database, widgetId: string): Promise<Widget> {
  const { rows } = await sql<{ account_id: string | null }>`select find_widget(${widgetId}::uuid) as account_id`.execute(
    db.outsideReader(),
  );
  const accountId = rows[0]?.account_id;
  if (!accountId) throw problem('WIDGET_NOT_FOUND');
  const row = await db.reader(accountId).selectFrom('widgets').selectAll().where('id', '=', widgetId).executeTakeFirst();
  if (!row) throw problem('WIDGET_NOT_FOUND');
  return {
    accountId,
    appearance: {
      id: row.id,
      name: row.name,
      language: (row.language === 'bg' ? 'bg' : 'en') satisfies Locale,
      headerText: row.header_text,
      welcomeMessage: row.welcome_message,
      primaryColor: row.primary_color,
      secondaryColor: row.secondary_color,
    },
    sessionMinutes: row.session_minutes,
    resetAfterMinutes: row.reset_after_minutes,
    allowedSites: row.allowed_sites,
  };
}

import type { VisitorDetails, WidgetForm } from '@parley/contract';
import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../../platform/database.ts';
import { Problem } from '../../platform/problem.ts';
import type { Visitor } from './session.ts';
import { formOf } from './widget.ts';

type Field = keyof WidgetForm;
const FIELDS = ['name', 'email', 'phone', 'consent'] as const satisfies readonly Field[];

/** What of a widget's form a session has still to be told. */
function missingOf(form: WidgetForm, told: ReadonlySet<Field>): Field[] {
  return FIELDS.filter((field) => form[field] === 'REQUIRED' && !told.has(field));
}

/** Throws WIDGET_FORM_INCOMPLETE, which names each field that is missing. */
function requireWhole(form: WidgetForm, told: ReadonlySet<Field>): void {
  const missing = missingOf(form, told);
  if (missing.length === 0) return;
  const errors = missing.map((field) => ({ message: 'WIDGET_FORM_INCOMPLETE', params: { field: `body.${field}` } }));
  throw new Problem('WIDGET_FORM_INCOMPLETE', {}, errors);
}

/**
 * Keeps what a visitor says of themselves, unproved (administration, section 3: gather-visitor-info). What is not given leaves
 * what was told before. Consent bears the moment and the policy to which it was given.
 *
 * @returns the fields that this session has told by now; throws WIDGET_FORM_INCOMPLETE when a required one is not among them
 */
export async function tellDetails(db: Database, { accountId, sessionId }: Visitor, given: VisitorDetails): Promise<{ told: Field[] }> {
  return db.inAccount(accountId, async (tx) => {
    const widget = await tx
      .selectFrom('widgets as w')
      .innerJoin('visitor_sessions as s', 's.widget_id', 'w.id')
      .select(['w.ask_name', 'w.ask_email', 'w.ask_phone', 'w.ask_consent', 'w.privacy_url'])
      .where('s.id', '=', sessionId)
      .executeTakeFirstOrThrow();
    const now = sql<string>`clock_timestamp()`;
    const fresh = {
      ...(given.name === undefined ? {} : { name: given.name }),
      ...(given.email === undefined ? {} : { email: given.email }),
      ...(given.phone === undefined ? {} : { phone: given.phone }),
      ...(given.consent === undefined ? {} : { consent_at: now, consent_to: widget.privacy_url }),
      told_at: now,
    };
    await tx
      .insertInto('visitor_details')
      .values({ account_id: accountId, session_id: sessionId, ...fresh })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(fresh))
      .execute();
    const told = await toldOf(tx, sessionId);
    requireWhole(formOf(widget), told.fields);
    return { told: [...told.fields] };
  });
}

/** What a session has told. */
async function toldOf(on: Reader | Tx, sessionId: string): Promise<{ fields: Set<Field>; name: string }> {
  const row = await on.selectFrom('visitor_details').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
  const values = { name: row?.name, email: row?.email, phone: row?.phone, consent: row?.consent_at };
  return { fields: new Set(FIELDS.filter((field) => values[field] != null)), name: row?.name ?? '' };
}

/**
 * The name to begin a contact with. @param known whether the site has said who this is: such visitors are asked nothing
 * Throws WIDGET_FORM_INCOMPLETE where the widget asks for what was not told.
 */
export async function nameToBeginWith(
  tx: Tx,
  sessionId: string,
  form: WidgetForm,
  known: boolean,
): Promise<{ firstName: string; lastName: string }> {
  const { fields, name } = await toldOf(tx, sessionId);
  if (!known) requireWhole(form, fields);
  const [firstName = '', ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

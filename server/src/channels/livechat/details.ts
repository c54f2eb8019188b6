import type { VisitorDetails, WidgetForm } from '@parley/contract';
import { sql } from 'kysely';
import { hadOnce } from '../../audit/index.ts';
import type { Reader, Tx } from '../../platform/database.ts';
import { Problem, validationProblem } from '../../platform/problem.ts';
import type { LivechatDeps } from './deps.ts';
import type { Visitor } from './session.ts';
import { ASKED, formNow } from './widget.ts';

type Field = keyof WidgetForm;
const FIELDS = ['name', 'email', 'phone', 'consent'] as const satisfies readonly Field[];

/** The moment of a consent that is said again: the first, unless it is to another policy. */
const firstConsent = sql<string>`
  case when visitor_details.consent_at is not null and visitor_details.consent_to = excluded.consent_to
    then visitor_details.consent_at else excluded.consent_at end`;

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
 * what was told before. Consent bears the moment and the policy that its visitor saw, which may have been replaced since, but must have
 * been this widget's; said again to the same one, it stands from the first time.
 *
 * @returns the fields that this session has told by now; throws WIDGET_FORM_INCOMPLETE when a required one is not among them, ERROR_VALIDATION
 * for a policy that this widget never had
 */
export async function tellDetails(deps: LivechatDeps, visitor: Visitor, given: VisitorDetails): Promise<{ told: Field[] }> {
  const { accountId, sessionId } = visitor;
  const { form, policy: present, widgetId } = await askedOf(deps, visitor);
  const { consentTo = present } = given;
  const wasShown = consentTo === present || (await hadOnce(deps.rooms.db.reader(accountId), widgetId, 'privacyUrl', consentTo));
  if (!wasShown) throw validationProblem([{ path: ['body', 'consentTo'], message: 'NEVER_A_POLICY_OF_THIS_CHAT' }]);
  return deps.rooms.db.inAccount(accountId, async (tx) => {
    const now = sql<string>`clock_timestamp()`;
    const fresh = {
      ...(given.name === undefined ? {} : { name: given.name }),
      ...(given.email === undefined ? {} : { email: given.email }),
      ...(given.phone === undefined ? {} : { phone: given.phone }),
      ...(given.consent === undefined ? {} : { consent_at: now, consent_to: consentTo }),
      told_at: now,
    };
    await tx
      .insertInto('visitor_details')
      .values({ account_id: accountId, session_id: sessionId, ...fresh })
      .onConflict((conflict) =>
        conflict.column('session_id').doUpdateSet({
          ...fresh,
          ...(given.consent === undefined ? {} : { consent_at: firstConsent }),
        }),
      )
      .execute();
    const told = await toldOf(tx, sessionId);
    requireWhole(form, told.fields);
    return { told: [...told.fields] };
  });
}

/** What the widget of a session asks now, and the policy that it has. */
export async function askedOf(
  { rooms: { db }, isAnybodyThere }: Pick<LivechatDeps, 'rooms' | 'isAnybodyThere'>,
  { accountId, sessionId }: Visitor,
): Promise<{ form: WidgetForm; policy: string; widgetId: string }> {
  const widget = await db
    .reader(accountId)
    .selectFrom('widgets as w')
    .innerJoin('visitor_sessions as s', 's.widget_id', 'w.id')
    .select(ASKED.map((column) => `w.${column}` as const))
    .select(['w.id', 'w.privacy_url'])
    .where('s.id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const { form } = await formNow(isAnybodyThere, accountId, widget);
  return { form, policy: widget.privacy_url, widgetId: widget.id };
}

/**
 * Asked before something of a visitor is stored outside of a message. Throws WIDGET_FORM_INCOMPLETE for a session that has not begun
 * yet and still owes what its widget asks.
 */
export async function requireTold(deps: LivechatDeps, visitor: Visitor): Promise<void> {
  const on = deps.rooms.db.reader(visitor.accountId);
  const session = await on
    .selectFrom('visitor_sessions')
    .select(['contact_channel_id', 'site_user_id'])
    .where('id', '=', visitor.sessionId)
    .executeTakeFirstOrThrow();
  if (session.contact_channel_id !== null || session.site_user_id !== null) return;
  const [{ form }, { fields }] = await Promise.all([askedOf(deps, visitor), toldOf(on, visitor.sessionId)]);
  requireWhole(form, fields);
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

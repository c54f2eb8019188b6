import type { AccountLine, AccountListQuery } from '@parley/contract';
import { type Account, AccountLanguage, AccountStatus, Feature, type FeatureSet } from '@parley/contract';
import { sql, type Updateable } from 'kysely';
import * as z from 'zod/mini';
import { pageOf, sortOf } from '../accounts/index.ts';
import type { Database, Reader, Tx } from '../platform/database.ts';
import { problem } from '../platform/problem.ts';
import type { Accounts } from '../platform/schema.ts';
import { encrypt } from '../platform/secret.ts';

/** What an account can be given, all of it optional. */
export type AccountGiven = Partial<
  Omit<Account, 'id' | 'features' | 'hasPbxApiKey' | 'hasCallCentreApiKey' | 'createdAt' | 'userCount'>
> & {
  features?: Partial<FeatureSet>;
  pbxApiKey?: string | null;
  callCentreApiKey?: string | null;
};

/** Field → column, of those that are stored as they stand. */
const COLUMNS = {
  name: 'name',
  country: 'country',
  industry: 'industry',
  description: 'description',
  language: 'language',
  timezone: 'timezone',
  status: 'status',
  companyTradeName: 'company_trade_name',
  serialNumber: 'serial_number',
  googleProjectId: 'google_project_id',
  externalUserId: 'external_user_id',
  webrtcEnabled: 'webrtc_enabled',
  pbxIntegrationUrl: 'pbx_integration_url',
  unifyPBXSSOIntegrationUrl: 'unify_pbx_sso_url',
  unifyCCAgentSSOIntegrationUrl: 'unify_cc_agent_sso_url',
  unifyCCAdminSSOIntegrationUrl: 'unify_cc_admin_sso_url',
} as const satisfies Partial<Record<keyof AccountGiven, keyof Accounts>>;

const SECRET_COLUMNS = { pbxApiKey: 'pbx_api_key', callCentreApiKey: 'call_centre_api_key' } as const;
export const ACCOUNT_SECRETS: ReadonlySet<string> = new Set(Object.keys(SECRET_COLUMNS));

const Features = z.record(z.string(), z.boolean());

/** The columns that say what is given; features join those that stand. */
export function accountColumns(given: AccountGiven, stood: Partial<FeatureSet>, key: Buffer): Updateable<Accounts> {
  const columns: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(COLUMNS)) {
    const value = given[field as keyof typeof COLUMNS];
    if (value !== undefined) columns[column] = value;
  }
  for (const [field, column] of Object.entries(SECRET_COLUMNS)) {
    const value = given[field as keyof typeof SECRET_COLUMNS];
    if (value !== undefined) columns[column] = value === null ? null : encrypt(key, value);
  }
  if (given.features !== undefined) columns.features = JSON.stringify({ ...stood, ...given.features });
  return columns;
}

/** The account that is set on `on`, whole. Throws ACCOUNT_NOT_FOUND. */
export async function readAccount(on: Reader | Tx, accountId: string): Promise<Account> {
  const row = await on
    .selectFrom('accounts')
    .selectAll()
    .select((eb) => eb.selectFrom('users').select(eb.fn.countAll<number>().as('count')).as('user_count'))
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) throw problem('ACCOUNT_NOT_FOUND');
  const features = Features.parse(row.features);
  return {
    id: row.id,
    name: row.name,
    country: row.country,
    industry: row.industry,
    description: row.description,
    language: AccountLanguage.parse(row.language),
    timezone: row.timezone,
    status: AccountStatus.parse(row.status),
    companyTradeName: row.company_trade_name,
    serialNumber: row.serial_number,
    googleProjectId: row.google_project_id,
    externalUserId: row.external_user_id,
    webrtcEnabled: row.webrtc_enabled,
    pbxIntegrationUrl: row.pbx_integration_url,
    unifyPBXSSOIntegrationUrl: row.unify_pbx_sso_url,
    unifyCCAgentSSOIntegrationUrl: row.unify_cc_agent_sso_url,
    unifyCCAdminSSOIntegrationUrl: row.unify_cc_admin_sso_url,
    features: Object.fromEntries(Feature.options.map((feature) => [feature, features[feature] === true])) as FeatureSet,
    hasPbxApiKey: row.pbx_api_key !== null,
    hasCallCentreApiKey: row.call_centre_api_key !== null,
    createdAt: row.created_at,
    userCount: row.user_count ?? 0,
  };
}

interface ListedRow {
  id: string;
  name: string;
  country: string;
  industry: string;
  language: string;
  status: string;
  created_at: string;
  user_count: number;
  total: number;
}

/** A page of all accounts, on behalf of a super admin: the database asks once more whether they are one. */
export async function listAccounts(db: Database, superUserId: string, { page, size, sort, search, status }: AccountListQuery) {
  const { field, direction } = sortOf(sort);
  const part = search === undefined || search === '' ? null : search;
  const read = async (limit: number, offset: number) => {
    const { rows } = await sql<ListedRow>`
      select * from accounts_for_super_user(${superUserId}::uuid, ${part}, ${status ?? null}, ${field}, ${direction === 'desc'}, ${limit}, ${offset})`.execute(
      db.outsideReader(),
    );
    return rows;
  };
  const rows = await read(size, page * size);
  // Beyond the end nothing says how many there are.
  const total = rows[0]?.total ?? (page === 0 ? 0 : ((await read(1, 0))[0]?.total ?? 0));
  const content = rows.map(
    (row): AccountLine => ({
      id: row.id,
      name: row.name,
      country: row.country,
      industry: row.industry,
      language: AccountLanguage.parse(row.language),
      status: AccountStatus.parse(row.status),
      createdAt: row.created_at,
      userCount: row.user_count,
    }),
  );
  return pageOf(content, { page, size }, total);
}

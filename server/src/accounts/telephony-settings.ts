import type { CurrentUser } from '@parley/contract';
import type { Reader } from '../platform/database.ts';
import { decrypt } from '../platform/secret.ts';

type TelephonySettings = Pick<
  CurrentUser,
  | 'pbxIntegrationUrl'
  | 'unifyPbxApiKey'
  | 'unifyPBXSSOIntegrationUrl'
  | 'unifyCCApiKey'
  | 'unifyCCAgentSSOIntegrationUrl'
  | 'unifyCCAdminSSOIntegrationUrl'
  | 'webrtcEnabled'
>;

/** Of whoever belongs to no account. */
export const NO_TELEPHONY: TelephonySettings = {
  pbxIntegrationUrl: null,
  unifyPbxApiKey: null,
  unifyPBXSSOIntegrationUrl: null,
  unifyCCApiKey: null,
  unifyCCAgentSSOIntegrationUrl: null,
  unifyCCAdminSSOIntegrationUrl: null,
  webrtcEnabled: false,
};

/**
 * What signs somebody into the PBX and the call centre (communications, section 3, "Current user"): the addresses of their
 * account, their own key for the PBX or else the account's, and the account's for the call centre. The only place where the
 * keys leave in clear, each to whom it signs in.
 * @param key with which keys of accounts and people are encrypted
 */
export async function telephonySettings(reader: Reader, key: Buffer, userId: string): Promise<TelephonySettings> {
  const row = await reader
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.unify_api_key', 'accounts.pbx_api_key', 'accounts.call_centre_api_key', 'accounts.webrtc_enabled'])
    .select(['accounts.pbx_integration_url', 'accounts.unify_pbx_sso_url'])
    .select(['accounts.unify_cc_agent_sso_url', 'accounts.unify_cc_admin_sso_url'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return NO_TELEPHONY;
  const opened = (bytes: Buffer | null) => (bytes === null ? null : decrypt(key, bytes));
  return {
    pbxIntegrationUrl: row.pbx_integration_url || null,
    unifyPbxApiKey: opened(row.unify_api_key ?? row.pbx_api_key),
    unifyPBXSSOIntegrationUrl: row.unify_pbx_sso_url || null,
    unifyCCApiKey: opened(row.call_centre_api_key),
    unifyCCAgentSSOIntegrationUrl: row.unify_cc_agent_sso_url || null,
    unifyCCAdminSSOIntegrationUrl: row.unify_cc_admin_sso_url || null,
    webrtcEnabled: row.webrtc_enabled,
  };
}

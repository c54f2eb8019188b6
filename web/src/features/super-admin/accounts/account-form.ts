import {
  type Account,
  type AccountLanguage,
  type accountChanges,
  accountFields,
  accountSecrets,
  Feature,
  type NewAccount,
  type Replacement,
} from '@parley/contract';
import * as z from 'zod/mini';
import type { FieldRule } from '../../../forms/field-fault.ts';
import { KEEP, type SecretChange } from '../../../forms/SecretField.tsx';

type Typed = Omit<Account, 'id' | 'features' | 'status' | 'language' | 'hasPbxApiKey' | 'hasCallCentreApiKey' | 'createdAt' | 'userCount'>;

/** The form of an account: its fields, its keys, and each feature as a field of its own. The status is changed apart. */
export type AccountValues = Typed & { language: string } & { pbxApiKey: SecretChange; callCentreApiKey: SecretChange } & Record<
    Feature,
    boolean
  >;

const untouched = { pbxApiKey: KEEP, callCentreApiKey: KEEP } as const;
const everyFeature = (on: (feature: Feature) => boolean) =>
  Object.fromEntries(Feature.options.map((feature) => [feature, on(feature)])) as Record<Feature, boolean>;

/** A new account, as it stands before anybody typed: in the zone of whoever makes it. */
export const emptyAccount = (timezone: string): AccountValues => ({
  name: '',
  companyTradeName: '',
  industry: '',
  country: '',
  description: '',
  language: 'en',
  timezone,
  webrtcEnabled: false,
  pbxIntegrationUrl: '',
  unifyPBXSSOIntegrationUrl: '',
  unifyCCAgentSSOIntegrationUrl: '',
  unifyCCAdminSSOIntegrationUrl: '',
  serialNumber: '',
  googleProjectId: '',
  externalUserId: '',
  ...untouched,
  ...everyFeature(() => false),
});

/** An account as its form shows it. The order is that of the form, the features last. */
export function valuesOf(account: Account): AccountValues {
  const empty = emptyAccount(account.timezone);
  const own = Object.keys(empty).filter((field) => field in account);
  return {
    ...empty,
    ...(Object.fromEntries(own.map((field) => [field, account[field as keyof Account]])) as Typed & { language: string }),
    ...everyFeature((feature) => account.features[feature] === true),
  };
}

const secret = (schema: z.ZodMiniType<string | null>) =>
  z.pipe(
    z.transform((value: unknown) => (value === KEEP ? null : value)),
    schema,
  );

/** The contract's own rules. Switches fit always. */
export const accountRules: { readonly [Field in keyof AccountValues]?: FieldRule } = {
  name: { name: 'USERS_NAME', schema: accountFields.name },
  companyTradeName: { name: 'AUDIT_FIELD_TRADE_NAME', schema: accountFields.companyTradeName },
  industry: { name: 'AUDIT_FIELD_INDUSTRY', schema: accountFields.industry },
  country: { name: 'AUDIT_FIELD_COUNTRY', schema: accountFields.country },
  description: { name: 'AUDIT_FIELD_DESCRIPTION', schema: accountFields.description },
  language: { name: 'USERS_LANGUAGE', schema: accountFields.language },
  timezone: { name: 'USERS_TIME_ZONE', schema: accountFields.timezone },
  pbxIntegrationUrl: { name: 'AUDIT_FIELD_PBX_ADDRESS', schema: accountFields.pbxIntegrationUrl },
  unifyPBXSSOIntegrationUrl: { name: 'AUDIT_FIELD_PBX_SIGN_ON', schema: accountFields.unifyPBXSSOIntegrationUrl },
  unifyCCAgentSSOIntegrationUrl: { name: 'AUDIT_FIELD_AGENT_SIGN_ON', schema: accountFields.unifyCCAgentSSOIntegrationUrl },
  unifyCCAdminSSOIntegrationUrl: { name: 'AUDIT_FIELD_ADMIN_SIGN_ON', schema: accountFields.unifyCCAdminSSOIntegrationUrl },
  serialNumber: { name: 'AUDIT_FIELD_SERIAL_NUMBER', schema: accountFields.serialNumber },
  googleProjectId: { name: 'AUDIT_FIELD_GOOGLE_PROJECT', schema: accountFields.googleProjectId },
  externalUserId: { name: 'AUDIT_FIELD_EXTERNAL_USER', schema: accountFields.externalUserId },
  pbxApiKey: { name: 'AUDIT_FIELD_PBX_KEY', schema: secret(accountSecrets.pbxApiKey) },
  callCentreApiKey: { name: 'AUDIT_FIELD_CALL_CENTRE_KEY', schema: secret(accountSecrets.callCentreApiKey) },
};

const isFeature = (field: string): field is Feature => Feature.safeParse(field).success;

/** What makes an account of the form. Keys that nobody typed are not said. */
export function newAccountOf({ pbxApiKey, callCentreApiKey, language, ...values }: AccountValues): NewAccount {
  const typed = Object.fromEntries(Object.entries(values).filter(([field]) => !isFeature(field))) as Typed;
  return {
    ...typed,
    language: language as AccountLanguage,
    features: everyFeature((feature) => values[feature]),
    ...(typeof pbxApiKey === 'string' ? { pbxApiKey } : {}),
    ...(typeof callCentreApiKey === 'string' ? { callCentreApiKey } : {}),
  };
}

type AccountReplacement = Replacement<typeof accountChanges>;

/** What a PATCH replaces: the changed fields in the form's order, so that a fault is found by its place; the features at the end, in one. */
export function replacementsOf(values: AccountValues, changed: readonly (keyof AccountValues)[]): AccountReplacement[] {
  const fields = changed.filter((field) => !isFeature(field));
  const features = changed.filter(isFeature);
  const body = fields.map((path) => ({ op: 'replace', path, value: values[path] })) as AccountReplacement[];
  if (features.length === 0) return body;
  const value = Object.fromEntries(features.map((feature) => [feature, values[feature]]));
  return [...body, { op: 'replace', path: 'features', value }];
}

import * as z from 'zod/mini';
import { formLines, formText, Id, Instant, requiredText, TimeZone, WebAddress } from './primitives.ts';
import { Feature } from './user.ts';

/** Languages of an account (administration, section 1): of its contacts, canned responses, widgets and bots. */
export const AccountLanguage = z.enum(['en', 'bg', 'de', 'fr', 'zh']);
export type AccountLanguage = z.infer<typeof AccountLanguage>;

export const AccountStatus = z.enum(['active', 'inactive']);
export type AccountStatus = z.infer<typeof AccountStatus>;

/** Every feature, on or off. */
export const FeatureSet = z.record(Feature, z.boolean());
export type FeatureSet = z.infer<typeof FeatureSet>;

/** A key of a provider as it is typed in; null takes it away. It is never sent back, only that there is one. */
export const SecretValue = z.nullable(requiredText(500));

/** What a super admin fills in of an account (administration, section 3). Addresses and texts that are not set are empty. */
export const accountFields = {
  name: requiredText(120),
  /** ISO 3166-1 alpha-2, or empty. */
  country: z.string().check(z.regex(/^([A-Z]{2})?$/)),
  industry: formText(120),
  description: formLines(2000),
  language: AccountLanguage,
  timezone: TimeZone,
  status: AccountStatus,
  companyTradeName: formText(200),
  serialNumber: formText(100),
  googleProjectId: formText(100),
  externalUserId: formText(200),
  webrtcEnabled: z.boolean(),
  pbxIntegrationUrl: WebAddress,
  unifyPBXSSOIntegrationUrl: WebAddress,
  unifyCCAgentSSOIntegrationUrl: WebAddress,
  unifyCCAdminSSOIntegrationUrl: WebAddress,
};

/** The account's two keys. */
export const accountSecrets = { pbxApiKey: SecretValue, callCentreApiKey: SecretValue };

export const Account = z.object({
  id: Id,
  ...accountFields,
  features: FeatureSet,
  hasPbxApiKey: z.boolean(),
  hasCallCentreApiKey: z.boolean(),
  createdAt: Instant,
  /** Active and inactive people. */
  userCount: z.int(),
});
export type Account = z.infer<typeof Account>;

/** A line of the list of accounts. */
export const AccountLine = z.pick(Account, {
  id: true,
  name: true,
  country: true,
  industry: true,
  language: true,
  status: true,
  createdAt: true,
  userCount: true,
});
export type AccountLine = z.infer<typeof AccountLine>;

import { AUDIT_SECRET, type AuditEntityType, type AuditKind, Locale, Role, UserStatus } from '@parley/contract';
import { languageNames } from '../../../frame/LanguageMenu.tsx';
import { roleNames } from '../../../frame/role-names.ts';
import { number, type TextKey, text } from '../../../text.ts';
import { featureNames } from '../feature-names.ts';

/** What was done. */
export const deedNames = {
  ACCOUNT_CREATED: 'AUDIT_KIND_ACCOUNT_CREATED',
  ACCOUNT_CHANGED: 'AUDIT_KIND_ACCOUNT_CHANGED',
  ACCOUNT_ACTIVATED: 'AUDIT_KIND_ACCOUNT_ACTIVATED',
  ACCOUNT_DEACTIVATED: 'AUDIT_KIND_ACCOUNT_DEACTIVATED',
  ACCOUNT_READ: 'AUDIT_KIND_ACCOUNT_READ',
  USER_CREATED: 'AUDIT_KIND_USER_CREATED',
  USER_CHANGED: 'AUDIT_KIND_USER_CHANGED',
  USER_ROLE_CHANGED: 'AUDIT_KIND_USER_ROLE_CHANGED',
  USER_ACTIVATED: 'AUDIT_KIND_USER_ACTIVATED',
  USER_DEACTIVATED: 'AUDIT_KIND_USER_DEACTIVATED',
  USER_INVITED: 'AUDIT_KIND_USER_INVITED',
  USER_SESSIONS_ENDED: 'AUDIT_KIND_USER_SESSIONS_ENDED',
  USER_SECOND_FACTORS_REMOVED: 'AUDIT_KIND_USER_SECOND_FACTORS_REMOVED',
  USER_LOCKED: 'AUDIT_KIND_USER_LOCKED',
  WEBSITE_CHAT_CREATED: 'AUDIT_KIND_WIDGET_CREATED',
  WEBSITE_CHAT_CHANGED: 'AUDIT_KIND_WIDGET_CHANGED',
  CUSTOMER_BLOCKED: 'AUDIT_KIND_CUSTOMER_BLOCKED',
  CUSTOMER_UNBLOCKED: 'AUDIT_KIND_CUSTOMER_UNBLOCKED',
  SUPER_USER_CREATED: 'AUDIT_KIND_SUPER_USER_CREATED',
  SUPER_USER_CHANGED: 'AUDIT_KIND_SUPER_USER_CHANGED',
  SUPER_USER_ACTIVATED: 'AUDIT_KIND_SUPER_USER_ACTIVATED',
  SUPER_USER_DEACTIVATED: 'AUDIT_KIND_SUPER_USER_DEACTIVATED',
  SUPER_USER_INVITED: 'AUDIT_KIND_SUPER_USER_INVITED',
  SUPER_USER_SESSIONS_ENDED: 'AUDIT_KIND_SUPER_USER_SESSIONS_ENDED',
  SUPER_USER_SECOND_FACTORS_REMOVED: 'AUDIT_KIND_SUPER_USER_SECOND_FACTORS_REMOVED',
} as const satisfies Record<AuditKind, TextKey>;

export const entityNames = {
  ACCOUNT: 'AUDIT_ENTITY_ACCOUNT',
  USER: 'AUDIT_ENTITY_USER',
  USERS: 'AUDIT_ENTITY_USERS',
  SUPER_USER: 'AUDIT_ENTITY_SUPER_USER',
  WIDGET: 'AUDIT_ENTITY_WIDGET',
  CUSTOMER: 'AUDIT_ENTITY_CUSTOMER',
  AUDIT: 'AUDIT_ENTITY_AUDIT',
} as const satisfies Record<AuditEntityType, TextKey>;

const fieldNames: Readonly<Record<string, TextKey>> = {
  name: 'USERS_NAME',
  firstName: 'USERS_FIRST_NAME',
  lastName: 'USERS_LAST_NAME',
  username: 'USERS_USERNAME',
  email: 'USERS_EMAIL',
  role: 'USERS_ROLE',
  jobTitle: 'USERS_JOB_TITLE',
  picture: 'PROFILE_PICTURE',
  extension: 'USERS_EXTENSION',
  language: 'USERS_LANGUAGE',
  timezone: 'USERS_TIME_ZONE',
  status: 'USERS_STATUS',
  unifyApiKey: 'USERS_API_KEY',
  country: 'AUDIT_FIELD_COUNTRY',
  industry: 'AUDIT_FIELD_INDUSTRY',
  description: 'AUDIT_FIELD_DESCRIPTION',
  network: 'AUDIT_FIELD_NETWORK',
  reason: 'AUDIT_FIELD_REASON',
  companyTradeName: 'AUDIT_FIELD_TRADE_NAME',
  serialNumber: 'AUDIT_FIELD_SERIAL_NUMBER',
  googleProjectId: 'AUDIT_FIELD_GOOGLE_PROJECT',
  externalUserId: 'AUDIT_FIELD_EXTERNAL_USER',
  webrtcEnabled: 'AUDIT_FIELD_WEBRTC',
  pbxIntegrationUrl: 'AUDIT_FIELD_PBX_ADDRESS',
  unifyPBXSSOIntegrationUrl: 'AUDIT_FIELD_PBX_SIGN_ON',
  unifyCCAgentSSOIntegrationUrl: 'AUDIT_FIELD_AGENT_SIGN_ON',
  unifyCCAdminSSOIntegrationUrl: 'AUDIT_FIELD_ADMIN_SIGN_ON',
  pbxApiKey: 'AUDIT_FIELD_PBX_KEY',
  callCentreApiKey: 'AUDIT_FIELD_CALL_CENTRE_KEY',
  headerText: 'AUDIT_FIELD_HEADER',
  welcomeMessage: 'AUDIT_FIELD_WELCOME',
  primaryColor: 'AUDIT_FIELD_PRIMARY_COLOR',
  secondaryColor: 'AUDIT_FIELD_SECONDARY_COLOR',
  sessionMinutes: 'AUDIT_FIELD_SESSION_MINUTES',
  allowedSites: 'AUDIT_FIELD_ALLOWED_SITES',
  endedSessions: 'AUDIT_FIELD_ENDED_SESSIONS',
  tries: 'AUDIT_FIELD_TRIES',
  minutes: 'AUDIT_FIELD_MINUTES',
  privacyUrl: 'AUDIT_FIELD_WIDGET_PRIVACY',
  form: 'AUDIT_FIELD_WIDGET_FORM',
  resetAfterMinutes: 'AUDIT_FIELD_WIDGET_RESET',
  closedForm: 'AUDIT_FIELD_WIDGET_CLOSED_FORM',
  identitySecret: 'AUDIT_FIELD_WIDGET_SECRET',
};

const statusNames = { active: 'USERS_ACTIVE', inactive: 'USERS_INACTIVE' } as const satisfies Record<UserStatus, TextKey>;

/** What a field is called; one that is not known here by the name under which it is stored. */
function fieldName(field: string): string {
  const feature = Object.entries(featureNames).find(([name]) => field === `features.${name}`);
  const key = feature?.[1] ?? fieldNames[field];
  return key === undefined ? field : text(key);
}

function valueWords(field: string, value: unknown): string {
  if (value === AUDIT_SECRET) return text('AUDIT_VALUE_SECRET');
  if (value === '' || value === null || value === undefined) return text('AUDIT_VALUE_EMPTY');
  if (typeof value === 'boolean') return text(value ? 'AUDIT_VALUE_ON' : 'AUDIT_VALUE_OFF');
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.length === 0 ? text('AUDIT_VALUE_EMPTY') : value.join(', ');
  const [role, status, language] = [Role.safeParse(value), UserStatus.safeParse(value), Locale.safeParse(value)];
  if (field === 'role' && role.success) return text(roleNames[role.data]);
  if (field === 'status' && status.success) return text(statusNames[status.data]);
  if (field === 'language' && language.success) return languageNames[language.data];
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export interface ChangeWords {
  field: string;
  name: string;
  /** Null where there was nothing before, as of something new. */
  before: string | null;
  after: string;
}

/** Each changed field in words, in the language of the screen. */
export function changeWords(entry: { before: Readonly<Record<string, unknown>>; after: Readonly<Record<string, unknown>> }): ChangeWords[] {
  return Object.entries(entry.after).map(([field, value]) => ({
    field,
    name: fieldName(field),
    before: field in entry.before ? valueWords(field, entry.before[field]) : null,
    after: valueWords(field, value),
  }));
}

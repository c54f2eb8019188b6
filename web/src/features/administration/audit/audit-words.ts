import {
  Asked,
  AUDIT_SECRET,
  type AuditEntityType,
  type AuditKind,
  Locale,
  QueueStrategy,
  Role,
  timeslotFields,
  UserStatus,
  WidgetForm,
  WorkingTime,
  weighedChannels,
} from '@parley/contract';
import { languageNames } from '../../../frame/LanguageMenu.tsx';
import { roleNames } from '../../../frame/role-names.ts';
import { strategyNames } from '../../../queues/strategy-names.ts';
import { number, type TextKey, text } from '../../../text.ts';
import { channelNames } from '../../../ui/ChannelMark.tsx';
import { featureNames } from '../feature-names.ts';
import { exceptionWords, spanWords, weekWords } from '../timeslots/day-words.ts';
import { channelFieldNames, channelValue } from './channel-words.ts';

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
  USER_PASSWORD_LINK_MADE: 'AUDIT_KIND_USER_PASSWORD_LINK_MADE',
  USER_SESSIONS_ENDED: 'AUDIT_KIND_USER_SESSIONS_ENDED',
  USER_SECOND_FACTOR_ADDED: 'AUDIT_KIND_USER_SECOND_FACTOR_ADDED',
  USER_JOINED: 'AUDIT_KIND_USER_JOINED',
  USER_SECOND_FACTORS_REMOVED: 'AUDIT_KIND_USER_SECOND_FACTORS_REMOVED',
  USER_LOCKED: 'AUDIT_KIND_USER_LOCKED',
  WEBSITE_CHAT_CREATED: 'AUDIT_KIND_WIDGET_CREATED',
  WEBSITE_CHAT_CHANGED: 'AUDIT_KIND_WIDGET_CHANGED',
  CHANNEL_TEST_SENT: 'AUDIT_KIND_CHANNEL_TEST_SENT',
  CHANNEL_DELIVERY_RUN_AGAIN: 'AUDIT_KIND_CHANNEL_DELIVERY_RUN_AGAIN',
  QUEUE_CREATED: 'AUDIT_KIND_QUEUE_CREATED',
  QUEUE_CHANGED: 'AUDIT_KIND_QUEUE_CHANGED',
  QUEUE_REMOVED: 'AUDIT_KIND_QUEUE_REMOVED',
  CUSTOMER_BLOCKED: 'AUDIT_KIND_CUSTOMER_BLOCKED',
  CUSTOMER_UNBLOCKED: 'AUDIT_KIND_CUSTOMER_UNBLOCKED',
  TIMESLOT_CREATED: 'AUDIT_KIND_TIMESLOT_CREATED',
  TIMESLOT_CHANGED: 'AUDIT_KIND_TIMESLOT_CHANGED',
  TIMESLOT_DELETED: 'AUDIT_KIND_TIMESLOT_DELETED',
  CARRIER_CREATED: 'AUDIT_KIND_CARRIER_CREATED',
  CARRIER_CHANGED: 'AUDIT_KIND_CARRIER_CHANGED',
  CARRIER_DELETED: 'AUDIT_KIND_CARRIER_DELETED',
  CARRIER_SERVICE_CREATED: 'AUDIT_KIND_CARRIER_SERVICE_CREATED',
  CARRIER_SERVICE_CHANGED: 'AUDIT_KIND_CARRIER_SERVICE_CHANGED',
  CARRIER_SERVICE_DELETED: 'AUDIT_KIND_CARRIER_SERVICE_DELETED',
  CARRIER_SERVICE_TROUBLE_GIVEN: 'AUDIT_KIND_CARRIER_SERVICE_TROUBLE_GIVEN',
  CARRIER_SERVICE_TROUBLE_DELETED: 'AUDIT_KIND_CARRIER_SERVICE_TROUBLE_DELETED',
  CHANNEL_END_CREATED: 'AUDIT_KIND_CHANNEL_END_CREATED',
  CHANNEL_END_CHANGED: 'AUDIT_KIND_CHANNEL_END_CHANGED',
  CHANNEL_END_DELETED: 'AUDIT_KIND_CHANNEL_END_DELETED',
  CHANNEL_END_READDRESSED: 'AUDIT_KIND_CHANNEL_END_READDRESSED',
  SIGNATURE_CREATED: 'AUDIT_KIND_SIGNATURE_CREATED',
  SIGNATURE_CHANGED: 'AUDIT_KIND_SIGNATURE_CHANGED',
  SIGNATURE_DELETED: 'AUDIT_KIND_SIGNATURE_DELETED',
  SUPER_USER_CREATED: 'AUDIT_KIND_SUPER_USER_CREATED',
  SUPER_USER_CHANGED: 'AUDIT_KIND_SUPER_USER_CHANGED',
  SUPER_USER_ACTIVATED: 'AUDIT_KIND_SUPER_USER_ACTIVATED',
  SUPER_USER_DEACTIVATED: 'AUDIT_KIND_SUPER_USER_DEACTIVATED',
  SUPER_USER_INVITED: 'AUDIT_KIND_SUPER_USER_INVITED',
  SUPER_USER_PASSWORD_LINK_MADE: 'AUDIT_KIND_SUPER_USER_PASSWORD_LINK_MADE',
  SUPER_USER_SESSIONS_ENDED: 'AUDIT_KIND_SUPER_USER_SESSIONS_ENDED',
  SUPER_USER_SECOND_FACTOR_ADDED: 'AUDIT_KIND_SUPER_USER_SECOND_FACTOR_ADDED',
  SUPER_USER_JOINED: 'AUDIT_KIND_SUPER_USER_JOINED',
  SUPER_USER_SECOND_FACTORS_REMOVED: 'AUDIT_KIND_SUPER_USER_SECOND_FACTORS_REMOVED',
} as const satisfies Record<AuditKind, TextKey>;

export const entityNames = {
  ACCOUNT: 'AUDIT_ENTITY_ACCOUNT',
  USER: 'AUDIT_ENTITY_USER',
  USERS: 'AUDIT_ENTITY_USERS',
  SUPER_USER: 'AUDIT_ENTITY_SUPER_USER',
  QUEUE: 'AUDIT_ENTITY_QUEUE',
  QUEUES: 'AUDIT_ENTITY_QUEUES',
  WIDGET: 'AUDIT_ENTITY_WIDGET',
  CHANNEL: 'AUDIT_ENTITY_CHANNEL',
  CHANNELS: 'AUDIT_ENTITY_CHANNELS',
  CUSTOMER: 'AUDIT_ENTITY_CUSTOMER',
  TIMESLOT: 'AUDIT_ENTITY_TIMESLOT',
  TIMESLOTS: 'AUDIT_ENTITY_TIMESLOTS',
  CARRIER: 'AUDIT_ENTITY_CARRIER',
  CARRIER_SERVICE: 'AUDIT_ENTITY_CARRIER_SERVICE',
  SMS_SETTING: 'AUDIT_ENTITY_SMS_SETTING',
  SMS_SETTINGS: 'AUDIT_ENTITY_SMS_SETTINGS',
  VIBER_CHANNEL: 'AUDIT_ENTITY_VIBER_CHANNEL',
  VIBER_CHANNELS: 'AUDIT_ENTITY_VIBER_CHANNELS',
  VIBER_SUPPORT: 'AUDIT_ENTITY_VIBER_SUPPORT',
  VIBER_SUPPORTS: 'AUDIT_ENTITY_VIBER_SUPPORTS',
  MAILBOX: 'AUDIT_ENTITY_MAILBOX',
  MAILBOXES: 'AUDIT_ENTITY_MAILBOXES',
  SIGNATURE: 'AUDIT_ENTITY_SIGNATURE',
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
  factor: 'AUDIT_FIELD_FACTOR',
  byCommand: 'AUDIT_FIELD_BY_COMMAND',
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
  'form.name': 'AUDIT_FIELD_WIDGET_FORM_NAME',
  'form.email': 'AUDIT_FIELD_WIDGET_FORM_EMAIL',
  'form.phone': 'AUDIT_FIELD_WIDGET_FORM_PHONE',
  'form.consent': 'AUDIT_FIELD_WIDGET_FORM_CONSENT',
  resetAfterMinutes: 'AUDIT_FIELD_WIDGET_RESET',
  letterAfterMinutes: 'AUDIT_FIELD_WIDGET_LETTER',
  followsVisitor: 'AUDIT_FIELD_WIDGET_FOLLOWS',
  closedForm: 'AUDIT_FIELD_WIDGET_CLOSED_FORM',
  priority: 'AUDIT_FIELD_PRIORITY',
  workingTime: 'AUDIT_FIELD_WORKING_TIME',
  exceptions: 'AUDIT_FIELD_EXCEPTIONS',
  identitySecret: 'AUDIT_FIELD_WIDGET_SECRET',
  strategy: 'QUEUES_STRATEGY',
  isDefault: 'AUDIT_FIELD_QUEUE_DEFAULT',
  timeslot: 'QUEUES_TIMESLOT',
  wrapUpSeconds: 'QUEUES_WRAP_UP',
  handBackAfterMinutes: 'AUDIT_FIELD_HAND_BACK',
  undoSendSeconds: 'AUDIT_FIELD_UNDO_SECONDS',
  cancelWhenCustomerWrites: 'AUDIT_FIELD_CANCEL_SCHEDULED',
  silentMinutes: 'AUTO_RESOLVE_MINUTES',
  warningMinutes: 'AUTO_RESOLVE_WARN_MINUTES',
  warningText: 'AUTO_RESOLVE_WARN_TEXT',
  warnsOutsideChats: 'AUTO_RESOLVE_WARN_OUTSIDE',
  overflow: 'AUDIT_FIELD_QUEUE_OVERFLOW',
  overflowMinutes: 'AUDIT_FIELD_QUEUE_OVERFLOW_MINUTES',
  agents: 'QUEUES_AGENTS',
  ...channelFieldNames,
};

const askedNames = {
  NO: 'WIDGETS_ASKED_NOT',
  OPTIONAL: 'WIDGETS_ASKED_OPTIONAL',
  REQUIRED: 'WIDGETS_ASKED_REQUIRED',
} as const satisfies Record<Asked, TextKey>;
const factorNames = { app: 'AUDIT_VALUE_APP', passkey: 'AUDIT_VALUE_PASSKEY' } as const satisfies Record<string, TextKey>;
const statusNames = { active: 'USERS_ACTIVE', inactive: 'USERS_INACTIVE' } as const satisfies Record<UserStatus, TextKey>;

/** What a field is called; one that is not known here by the name under which it is stored. */
function fieldName(field: string): string {
  const feature = Object.entries(featureNames).find(([name]) => field === `features.${name}`);
  const channel = weighedChannels.find((type) => field === `capacity.${type}`);
  if (channel !== undefined) return text('AUDIT_FIELD_CAPACITY', { channel: text(channelNames[channel]) });
  const key = feature?.[1] ?? fieldNames[field];
  return key === undefined ? field : text(key);
}

/** Of a timeslot: its week in a line, or its exceptions by name and days; null for anything else. */
function hoursWords(field: string, value: unknown): string | null {
  const working = field === 'workingTime' ? WorkingTime.safeParse(value).data : undefined;
  if (working !== undefined) {
    const { always, lunch } = working;
    return always || lunch === null ? weekWords(working) : `${weekWords(working)}; ${text('TIMESLOTS_LUNCH')} ${spanWords(lunch)}`;
  }
  const exceptions = field === 'exceptions' ? timeslotFields.exceptions.safeParse(value).data : undefined;
  return exceptions?.map(exceptionWords).join('; ') ?? null;
}

function valueWords(field: string, value: unknown): string {
  if (value === AUDIT_SECRET) return text('AUDIT_VALUE_SECRET');
  if (value === '' || value === null || value === undefined) return text('AUDIT_VALUE_EMPTY');
  if (typeof value === 'boolean') return text(value ? 'AUDIT_VALUE_ON' : 'AUDIT_VALUE_OFF');
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.length === 0 ? text('AUDIT_VALUE_EMPTY') : value.join(', ');
  const hours = hoursWords(field, value);
  if (hours !== null) return hours;
  const [role, status, language] = [Role.safeParse(value), UserStatus.safeParse(value), Locale.safeParse(value)];
  const asked = Asked.safeParse(value);
  if (field.startsWith('form.')) return asked.success ? text(askedNames[asked.data]) : String(value);
  if (field === 'factor' && (value === 'app' || value === 'passkey')) return text(factorNames[value]);
  const strategy = field === 'strategy' ? QueueStrategy.safeParse(value).data : undefined;
  if (strategy !== undefined) return text(strategyNames[strategy]);
  if (field === 'role' && role.success) return text(roleNames[role.data]);
  if (field === 'status' && status.success) return text(statusNames[status.data]);
  if (field === 'language' && language.success) return languageNames[language.data];
  if (typeof value !== 'string') return JSON.stringify(value);
  const said = channelValue(field, value);
  return said === null ? value : text(said);
}

export interface ChangeWords {
  field: string;
  name: string;
  /** Null where there was nothing before, as of something new. */
  before: string | null;
  after: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** With the parts of what is asked before a chat as fields of their own, only those that differ. */
function parted(fields: Fields, other: Fields): Fields {
  const form = WidgetForm.safeParse(fields.form);
  if (!form.success) return fields;
  const { form: _form, ...rest } = fields;
  const otherForm = WidgetForm.safeParse(other.form).data;
  const parts = Object.entries(form.data).filter(([part, asked]) => otherForm?.[part as keyof WidgetForm] !== asked);
  return { ...rest, ...Object.fromEntries(parts.map(([part, asked]) => [`form.${part}`, asked])) };
}

/** Of a queue that overflows nowhere it means nothing after how many minutes it would. */
const isIdle = (field: string, { overflow }: Fields): boolean => field === 'overflowMinutes' && overflow === null;

/** Each changed field in words, in the language of the screen: also what is only told of before, since it was taken away. */
export function changeWords(entry: { before: Fields; after: Fields }): ChangeWords[] {
  const before = parted(entry.before, entry.after);
  const after = parted(entry.after, entry.before);
  const fields = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...fields]
    .filter((field) => !isIdle(field, after))
    .map((field) => ({
      field,
      name: fieldName(field),
      before: field in before ? valueWords(field, before[field]) : null,
      after: field in after ? valueWords(field, after[field]) : text('AUDIT_VALUE_GONE'),
    }));
}

import * as z from 'zod/mini';
import { CustomerPanel, CustomerPanelChange, changedPanel } from './customer-panel.ts';
import { NoticeKind, OwnNotices, OwnNoticesChange } from './notice.ts';
import { Id, Instant } from './primitives.ts';
import { SendingRules } from './scheduled.ts';

/** Roles (communications, section 6), as they stand in the token. */
export const Role = z.enum(['agent', 'supervisor', 'admin', 'superAdmin']);
export type Role = z.infer<typeof Role>;

/** Account features that an operator can switch (administration, section 3). */
export const Feature = z.enum([
  'EVALUATIONS',
  'VIOLATIONS',
  'KNOWLEDGE_BASE',
  'TAGS',
  'USER_EMAIL_CREATION',
  'USER_EMAIL_TICKET_CREATION',
  'AGENT_PERFORMANCE_REPORT',
]);
export type Feature = z.infer<typeof Feature>;

export const Locale = z.enum(['en', 'bg']);
export type Locale = z.infer<typeof Locale>;

/** Chat status (administration, section 4). */
export const ChatStatus = z.enum(['ready', 'break', 'busy', 'offline']);
export type ChatStatus = z.infer<typeof ChatStatus>;

export const ChatStatusSince = z.object({
  status: ChatStatus,
  since: Instant,
  /** Until then nothing new is given, whatever the status: a conversation was just resolved (docs/queues.md). */
  wrapUpUntil: z.nullable(Instant),
});
export type ChatStatusSince = z.infer<typeof ChatStatusSince>;

/** Somebody of the account as colleagues see them now: who has no window open is as good as offline. */
export const ColleaguePresence = z.object({ userId: Id, status: ChatStatus });
export type ColleaguePresence = z.infer<typeof ColleaguePresence>;

/** How somebody works, as they chose it themselves. */
export const OwnSettings = z.object({
  /** Otherwise Enter begins a line. Ctrl+Enter, or Cmd+Enter, sends in any case. */
  enterSends: z.boolean(),
  notices: OwnNotices,
  /** The blocks beside the talk. */
  customerPanel: CustomerPanel,
});
export type OwnSettings = z.infer<typeof OwnSettings>;

/** What of it is chosen anew, however old the page is on which that is done: everything else stays as it was chosen elsewhere. */
export const OwnSettingsChange = z.partial(
  z.object({ enterSends: z.boolean(), notices: OwnNoticesChange, customerPanel: CustomerPanelChange }),
);
export type OwnSettingsChange = z.infer<typeof OwnSettingsChange>;

/** The settings with what is chosen anew. */
export function changedSettings(
  settings: OwnSettings,
  { enterSends = settings.enterSends, notices = {}, customerPanel = {} }: OwnSettingsChange,
): OwnSettings {
  const changed = { ...settings.notices };
  for (const kind of NoticeKind.options) {
    const { desktop = changed[kind].desktop, sound = changed[kind].sound } = notices[kind] ?? {};
    changed[kind] = { desktop, sound };
  }
  return { enterSends, notices: changed, customerPanel: changedPanel(settings.customerPanel, customerPanel) };
}

/** The signed-in person (communications, section 3, "Current user"). Super admins have no account. */
export const CurrentUser = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  accountId: z.nullable(Id),
  accountName: z.nullable(z.string()),
  role: Role,
  jobTitle: z.string(),
  /** Of a square file; null while none is chosen. */
  pictureId: z.nullable(Id),
  locale: Locale,
  timezone: z.string(),
  settings: OwnSettings,
  /** How their account sends messages to customers. */
  sending: SendingRules,
  features: z.record(z.string(), z.boolean()),
  pbxIntegrationUrl: z.nullable(z.string()),
  unifyPbxApiKey: z.nullable(z.string()),
  unifyPBXSSOIntegrationUrl: z.nullable(z.string()),
  unifyCCApiKey: z.nullable(z.string()),
  unifyCCAgentSSOIntegrationUrl: z.nullable(z.string()),
  unifyCCAdminSSOIntegrationUrl: z.nullable(z.string()),
  webrtcEnabled: z.boolean(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** What of the signed-in person their account says: the same for everybody of it. */
export const OfAccount = z.pick(CurrentUser, { accountName: true, features: true, sending: true });
export type OfAccount = z.infer<typeof OfAccount>;

/** A colleague as lists, names and avatars need them (communications, section 7, accounts/{accountId}/users). */
export const AccountUser = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  jobTitle: z.string(),
  pictureId: z.nullable(Id),
  role: Role,
  active: z.boolean(),
});
export type AccountUser = z.infer<typeof AccountUser>;

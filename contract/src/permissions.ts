import type { Feature, Role } from './entities/user.ts';

interface Rule {
  roles: readonly Role[];
  /** One enabled feature of these suffices. */
  features?: readonly Feature[];
}

const staff = ['agent', 'supervisor', 'admin'] as const satisfies readonly Role[];
const everybody = [...staff, 'superAdmin'] as const satisfies readonly Role[];
const leads = ['supervisor', 'admin'] as const satisfies readonly Role[];

/**
 * Who may do what: feature × action → roles (communications and administration, section 6). Read by the server's
 * handlers and by the web's routes and menus; nothing else decides by role.
 */
export const permissions = {
  profile: { read: { roles: everybody }, change: { roles: everybody } },
  colleagues: { read: { roles: staff } },
  presence: { read: { roles: staff }, change: { roles: staff } },
  realtime: { connect: { roles: staff } },
  rooms: {
    read: { roles: staff },
    /** Every room of the account, not only one's own, one's queues' and one's past ones. */
    readAll: { roles: leads },
    /** What providers answered, word for word, and their ids of messages. */
    providerAnswers: { roles: leads },
    create: { roles: staff },
    change: { roles: staff },
    send: { roles: staff },
    note: { roles: staff },
    /** Others' notes in customers' rooms; one's own everybody deletes who may write. */
    deleteNotes: { roles: leads },
    resolve: { roles: staff },
    resolveOthers: { roles: leads },
    take: { roles: staff },
    /** Give a conversation that somebody else holds to another. */
    reassign: { roles: leads },
    /** Make and change views of the list that everybody of the account has. */
    shareViews: { roles: leads },
  },
  /** One's own. */
  notifications: { read: { roles: staff } },
  dashboard: { open: { roles: leads } },
  tickets: { open: { roles: staff } },
  contacts: { open: { roles: staff } },
  broadcasts: { open: { roles: leads } },
  monitoring: {
    open: { roles: staff },
    /** Who of the account is there, and how much each of them holds, as it changes. */
    watch: { roles: leads },
  },
  reports: { open: { roles: leads } },
  settings: { open: { roles: ['admin'] } },
  knowledge: { open: { roles: ['agent'], features: ['KNOWLEDGE_BASE'] }, administer: { roles: leads, features: ['KNOWLEDGE_BASE'] } },
  accounts: {
    administer: { roles: ['superAdmin'] },
    /** Of one's own account; super admins of any. */
    read: { roles: ['admin', 'superAdmin'] },
  },
  /** Of one's own account; super admins of any. */
  users: { administer: { roles: ['admin', 'superAdmin'] } },
  /** Of one's own account; super admins of any. */
  queues: { administer: { roles: ['admin', 'superAdmin'] } },
  /** Of one's own account; super admins of any. */
  widgets: { administer: { roles: ['admin', 'superAdmin'] } },
  /** The mailboxes of e-mail and their signatures. Of one's own account; super admins of any. */
  mailboxes: { administer: { roles: ['admin', 'superAdmin'] } },
  /** How it stands with the ends of channels, and trying them. Of one's own account; super admins of any. */
  channelHealth: { administer: { roles: ['admin', 'superAdmin'] } },
  /** Of one's own account; super admins of any. */
  timeslots: { administer: { roles: ['admin', 'superAdmin'] } },
  /** Of one's own account; super admins of any. */
  sending: { administer: { roles: ['admin', 'superAdmin'] } },
  autoResolve: { administer: { roles: ['admin', 'superAdmin'] } },
  audit: { read: { roles: ['admin', 'superAdmin'] } },
  superUsers: { administer: { roles: ['superAdmin'] } },
  /** The installation's carriers and what was bought of them; the ends of SMS and both Vibers of any account. */
  channels: { administer: { roles: ['superAdmin'] } },
} as const satisfies Record<string, Record<string, Rule>>;

type Table = typeof permissions;
export type Area = keyof Table;
export type Permission = { [A in Area]: readonly [A, keyof Table[A] & string] }[Area];

/**
 * May somebody of this role, in an account with these features, do this? `features` is null while the client has not
 * loaded them: feature checks then pass (a courtesy of the client; the server always passes the account's own).
 */
export function can(role: Role, [area, action]: Permission, features: Readonly<Record<string, boolean>> | null): boolean {
  const rule = (permissions[area] as Record<string, Rule>)[action];
  if (!rule?.roles.includes(role)) return false;
  return features === null || rule.features === undefined || rule.features.some((feature) => features[feature] === true);
}

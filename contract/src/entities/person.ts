import * as z from 'zod/mini';
import { SecretValue } from './account.ts';
import { accountRoles, userStatuses } from './closed-lists.ts';
import { EmailAddress, formText, Id, Instant, requiredText, TimeZone } from './primitives.ts';
import { ChatStatus, Locale } from './user.ts';

/** Roles inside an account. */
export const AccountRole = z.enum(accountRoles);
export type AccountRole = z.infer<typeof AccountRole>;

/** Whether somebody may sign in at all (administration, section 3, "user status"). */
export const UserStatus = z.enum(userStatuses);
export type UserStatus = z.infer<typeof UserStatus>;

const nameFields = { firstName: requiredText(100), lastName: formText(100), email: EmailAddress };
const placeFields = { language: Locale, timezone: TimeZone };

/** What an administrator fills in of somebody (administration, section 3, "User"). */
export const userFields = {
  ...nameFields,
  /** Free for other systems' sake: people sign in by their e-mail address. Unique in the account where it is not empty. */
  username: formText(100),
  role: AccountRole,
  jobTitle: formText(120),
  /** Of the telephone. */
  extension: z.string().check(z.regex(/^[0-9*#+]{0,20}$/)),
  ...placeFields,
};

/** Whether somebody is known as they are here where people sign in; null where that is Parley itself, or is not kept from here. */
export const KnownThere = z.nullable(
  z.object({
    state: z.enum(['IN_STEP', 'WAITING', 'FAILED']),
    /** Why the last try failed, a key of the text catalogue. It is tried again until it succeeds. */
    fault: z.nullable(z.string()),
  }),
);
export type KnownThere = z.infer<typeof KnownThere>;

/** One of the people of an account, as its administrators see them. */
export const UserDetails = z.object({
  id: Id,
  accountId: Id,
  ...userFields,
  /** Of a square file, for colleagues; null while none is chosen. */
  pictureId: z.nullable(Id),
  status: UserStatus,
  chatStatus: ChatStatus,
  hasUnifyApiKey: z.boolean(),
  /** False until they have chosen a password, or signed in at an outside provider: they were invited and have not come yet. */
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  knownThere: KnownThere,
  createdAt: Instant,
  /** The last time they were connected; null for never. */
  lastSeenAt: z.nullable(Instant),
});
export type UserDetails = z.infer<typeof UserDetails>;

export const userSecrets = { unifyApiKey: SecretValue };

export const superUserFields = { ...nameFields, ...placeFields };

export const SuperUser = z.object({
  id: Id,
  ...superUserFields,
  status: UserStatus,
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  knownThere: KnownThere,
  createdAt: Instant,
});
export type SuperUser = z.infer<typeof SuperUser>;

/** What became of an invitation. `link` only where no mail leaves: whoever invites hands it over. It works once, within 7 days. */
export const Invitation = z.object({ mailed: z.boolean(), link: z.nullable(z.string()) });
export type Invitation = z.infer<typeof Invitation>;

/** What became of a link for a new password. `link` only where no mail leaves, as with invitations. It works once, within 24 hours. */
export const PasswordLink = z.object({ mailed: z.boolean(), link: z.nullable(z.string()) });
export type PasswordLink = z.infer<typeof PasswordLink>;

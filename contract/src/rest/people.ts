import * as z from 'zod/mini';
import { peopleSorts } from '../entities/lists-of-pages.ts';
import {
  AccountRole,
  Invitation,
  PasswordLink,
  SuperUser,
  superUserFields,
  UserDetails,
  UserStatus,
  userFields,
  userSecrets,
} from '../entities/person.ts';
import { ClientCreationId, formText, Id } from '../entities/primitives.ts';
import { pageOf, pageQuery, replacements, route } from './access.ts';

const administer = ['users', 'administer'] as const;
const inAccount = z.object({ accountId: Id });
const ofUser = z.object({ accountId: Id, userId: Id });

/** Fields of somebody that a PATCH replaces. */
export const userChanges = { ...userFields, ...userSecrets, status: UserStatus };

export const NewUser = z.object({
  clientUserId: z.optional(ClientCreationId),
  firstName: userFields.firstName,
  email: userFields.email,
  role: userFields.role,
  /** What is not said: no last name, user name, extension; language and time zone of the account. */
  ...z.partial(
    z.object({
      lastName: userFields.lastName,
      username: userFields.username,
      jobTitle: userFields.jobTitle,
      extension: userFields.extension,
      language: userFields.language,
      timezone: userFields.timezone,
      ...userSecrets,
    }),
  ).shape,
});
export type NewUser = z.infer<typeof NewUser>;

export const PeopleQuery = z.object({
  ...pageQuery(10, 100),
  sort: z._default(z.enum(peopleSorts), 'name,asc'),
  /** Part of the name, user name, e-mail address, job title or extension, in any case. */
  search: z.optional(formText(120)),
  role: z.optional(AccountRole),
  status: z.optional(UserStatus),
});
export type PeopleQuery = z.infer<typeof PeopleQuery>;

const invited = z.object({ user: UserDetails, invitation: Invitation });
const ended = z.object({ endedSessions: z.int() });

/**
 * The people of an account, for its admins, and for super admins who name it (administration, sections 2 and 3).
 * To an admin another account's people do not exist.
 */
export const people = {
  list: route(administer, 'GET', '/accounts/{accountId}/people', 'People of an account, by page')
    .input(z.object({ params: inAccount, query: PeopleQuery }))
    .output(pageOf(UserDetails)),
  /**
   * Invites them. Agents join the default queue. Asked again by the same `clientUserId`, no second letter goes out, and a link that nobody has seen
   * is made anew. Throws USER_EMAIL_TAKEN, USERNAME_TAKEN, CREATION_ID_USED.
   */
  create: route(administer, 'POST', '/accounts/{accountId}/people', 'Add somebody and invite them')
    .input(z.object({ params: inAccount, body: NewUser }))
    .output(invited),
  one: route(administer, 'GET', '/accounts/{accountId}/people/{userId}', 'One of the people')
    .input(z.object({ params: ofUser }))
    .output(UserDetails),
  /**
   * Throws USER_EMAIL_TAKEN, USERNAME_TAKEN; of one's own address USER_SIGN_IN_IS_OWN; of whoever is to become inactive or get another role USER_IS_ONESELF and
   * USER_LAST_ADMIN; of whoever is to become inactive also USER_ONLY_ONE_IN_QUEUE, and USER_IN_ACTIVE_CONVERSATION unless
   * `releaseConversations` says that what they hold goes back to its queue. With another role they keep their queues and
   * conversations, since every role of an account may answer; agents who stand in no queue join the default one.
   */
  change: route(administer, 'PATCH', '/accounts/{accountId}/people/{userId}', 'Change somebody, deactivate or activate them')
    .input(
      z.object({
        params: ofUser,
        query: z.object({ releaseConversations: z._default(z.stringbool(), false) }),
        body: replacements(userChanges),
      }),
    )
    .output(UserDetails),
  /** An earlier link ends. Throws USER_INACTIVE, and USER_HAS_JOINED for who has chosen a password already. */
  invite: route(administer, 'POST', '/accounts/{accountId}/people/{userId}/invitation', 'Invite somebody again')
    .input(z.object({ params: ofUser }))
    .output(Invitation),
  /**
   * For who has forgotten theirs; an earlier link ends. Throws USER_INACTIVE, USER_NOT_JOINED for who is still invited,
   * USER_PASSWORD_IS_OWN, and IDENTITY_MANAGED_ELSEWHERE where passwords are an outside provider's.
   */
  passwordLink: route(
    administer,
    'POST',
    '/accounts/{accountId}/people/{userId}/password-link',
    'Make a link by which somebody chooses a new password',
  )
    .input(z.object({ params: ofUser }))
    .output(PasswordLink),
  endSessions: route(administer, 'DELETE', '/accounts/{accountId}/people/{userId}/sessions', 'Sign somebody out everywhere')
    .input(z.object({ params: ofUser }))
    .output(ended),
  /** Throws USER_SIGN_IN_IS_OWN. */
  removeSecondFactors: route(
    administer,
    'DELETE',
    '/accounts/{accountId}/people/{userId}/second-factors',
    'Take away app, passkeys and recovery codes, for who has lost theirs',
  )
    .input(z.object({ params: ofUser }))
    .output(UserDetails),
};

const superParams = z.object({ superUserId: Id });
const superAdmin = ['superUsers', 'administer'] as const;

/** Fields of a super admin that a PATCH replaces. */
export const superUserChanges = { ...superUserFields, status: UserStatus };

export const NewSuperUser = z.object({
  firstName: superUserFields.firstName,
  email: superUserFields.email,
  ...z.partial(z.object({ lastName: superUserFields.lastName, language: superUserFields.language, timezone: superUserFields.timezone }))
    .shape,
});
export type NewSuperUser = z.infer<typeof NewSuperUser>;

export const SuperUserQuery = z.object({
  ...pageQuery(10, 100),
  sort: z._default(z.enum(['name,asc', 'name,desc', 'email,asc', 'email,desc', 'createdAt,asc', 'createdAt,desc']), 'name,asc'),
  search: z.optional(formText(120)),
  status: z.optional(UserStatus),
});
export type SuperUserQuery = z.infer<typeof SuperUserQuery>;

/** Super admins, for super admins. */
export const superUsers = {
  list: route(superAdmin, 'GET', '/super-users', 'Super admins by page')
    .input(z.object({ query: SuperUserQuery }))
    .output(pageOf(SuperUser)),
  create: route(superAdmin, 'POST', '/super-users', 'Add a super admin and invite them')
    .input(z.object({ body: NewSuperUser }))
    .output(z.object({ superUser: SuperUser, invitation: Invitation })),
  one: route(superAdmin, 'GET', '/super-users/{superUserId}', 'One super admin')
    .input(z.object({ params: superParams }))
    .output(SuperUser),
  /** Throws USER_EMAIL_TAKEN, USER_SIGN_IN_IS_OWN, USER_IS_ONESELF, USER_LAST_SUPER_ADMIN. */
  change: route(superAdmin, 'PATCH', '/super-users/{superUserId}', 'Change a super admin, deactivate or activate them')
    .input(z.object({ params: superParams, body: replacements(superUserChanges) }))
    .output(SuperUser),
  invite: route(superAdmin, 'POST', '/super-users/{superUserId}/invitation', 'Invite a super admin again')
    .input(z.object({ params: superParams }))
    .output(Invitation),
  /** Throws the same as for the people of an account. */
  passwordLink: route(
    superAdmin,
    'POST',
    '/super-users/{superUserId}/password-link',
    'Make a link by which a super admin chooses a new password',
  )
    .input(z.object({ params: superParams }))
    .output(PasswordLink),
  endSessions: route(superAdmin, 'DELETE', '/super-users/{superUserId}/sessions', 'Sign a super admin out everywhere')
    .input(z.object({ params: superParams }))
    .output(ended),
  removeSecondFactors: route(superAdmin, 'DELETE', '/super-users/{superUserId}/second-factors', 'Take away a super admin’s second factors')
    .input(z.object({ params: superParams }))
    .output(SuperUser),
};

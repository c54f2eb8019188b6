// Lists that schemas are made of, for whoever needs the words without the library of schemas.

/** Roles of an account's people. */
export const accountRoles = ['agent', 'supervisor', 'admin'] as const;

export const userStatuses = ['active', 'inactive'] as const;

/** By what, and in which direction, a list of people can be sorted. */
export const peopleSorts = [
  'name,asc',
  'name,desc',
  'email,asc',
  'email,desc',
  'role,asc',
  'role,desc',
  'createdAt,asc',
  'createdAt,desc',
  'lastSeenAt,asc',
  'lastSeenAt,desc',
] as const;

/** What was done (audit). Stable: stored as it stands here. */
export const auditKinds = [
  'ACCOUNT_CREATED',
  'ACCOUNT_CHANGED',
  'ACCOUNT_ACTIVATED',
  'ACCOUNT_DEACTIVATED',
  /** A super admin looked at something of the account. */
  'ACCOUNT_READ',
  'USER_CREATED',
  'USER_CHANGED',
  'USER_ROLE_CHANGED',
  'USER_ACTIVATED',
  'USER_DEACTIVATED',
  'USER_INVITED',
  'USER_SESSIONS_ENDED',
  'USER_SECOND_FACTORS_REMOVED',
  /** Too many wrong passwords. */
  'USER_LOCKED',
  'WEBSITE_CHAT_CREATED',
  'WEBSITE_CHAT_CHANGED',
  'CUSTOMER_BLOCKED',
  'CUSTOMER_UNBLOCKED',
  'SUPER_USER_CREATED',
  'SUPER_USER_CHANGED',
  'SUPER_USER_ACTIVATED',
  'SUPER_USER_DEACTIVATED',
  'SUPER_USER_INVITED',
  'SUPER_USER_SESSIONS_ENDED',
  'SUPER_USER_SECOND_FACTORS_REMOVED',
] as const;

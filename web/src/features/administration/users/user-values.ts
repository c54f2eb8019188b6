import { SecretValue, type UserDetails, userFields } from '@parley/contract';
import * as z from 'zod/mini';
import type { FieldRule } from '../../../forms/field-fault.ts';
import { KEEP, type SecretChange } from '../../../forms/SecretField.tsx';
import type { FieldsOfProblems } from '../../../forms/server-faults.ts';

/** What an administrator fills in of somebody (administration, section 3, "User"). Language and time zone are null for "as the account". */
export type UserValues = {
  firstName: string;
  lastName: string;
  jobTitle: string;
  email: string;
  role: UserDetails['role'];
  language: UserDetails['language'] | null;
  timezone: string | null;
  username: string;
  extension: string;
  unifyApiKey: SecretChange;
};
export type UserField = keyof UserValues;

export const emptyUser: UserValues = {
  firstName: '',
  lastName: '',
  jobTitle: '',
  email: '',
  role: 'agent',
  language: null,
  timezone: null,
  username: '',
  extension: '',
  unifyApiKey: KEEP,
};

export const valuesOf = (user: UserDetails): UserValues => ({
  firstName: user.firstName,
  lastName: user.lastName,
  jobTitle: user.jobTitle,
  email: user.email,
  role: user.role,
  language: user.language,
  timezone: user.timezone,
  username: user.username,
  extension: user.extension,
  unifyApiKey: KEEP,
});

export const userRules: { readonly [Field in UserField]?: FieldRule } = {
  firstName: { name: 'USERS_FIRST_NAME', schema: userFields.firstName },
  lastName: { name: 'USERS_LAST_NAME', schema: userFields.lastName },
  jobTitle: { name: 'USERS_JOB_TITLE', schema: userFields.jobTitle },
  // A space that was copied along is no fault.
  email: { name: 'USERS_EMAIL', schema: z.pipe(z.string().check(z.trim()), userFields.email) },
  username: { name: 'USERS_USERNAME', schema: userFields.username },
  extension: { name: 'USERS_EXTENSION', schema: userFields.extension, invalid: 'USERS_EXTENSION_INVALID' },
  unifyApiKey: { name: 'USERS_API_KEY', schema: z.union([z.literal(KEEP), SecretValue]) },
};

/** Refusals that are about one field. */
export const userProblems: FieldsOfProblems<UserField> = {
  USER_EMAIL_TAKEN: 'email',
  IDENTITY_EMAIL_TAKEN: 'email',
  USERNAME_TAKEN: 'username',
  USER_SIGN_IN_IS_OWN: 'email',
  USER_IS_ONESELF: 'role',
  USER_LAST_ADMIN: 'role',
};

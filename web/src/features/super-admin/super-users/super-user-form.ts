import { type Locale, type SuperUser, superUserFields } from '@parley/contract';
import * as z from 'zod/mini';
import type { FieldRule } from '../../../forms/field-fault.ts';
import type { FieldsOfProblems } from '../../../forms/server-faults.ts';

/** What is filled in of a super admin. */
export type SuperUserValues = { firstName: string; lastName: string; email: string; language: Locale; timezone: string };

/** Somebody new, in the language and zone of whoever adds them. */
export const emptySuperUser = ({ language, timezone }: Pick<SuperUserValues, 'language' | 'timezone'>): SuperUserValues => ({
  firstName: '',
  lastName: '',
  email: '',
  language,
  timezone,
});

export const valuesOf = ({ firstName, lastName, email, language, timezone }: SuperUser): SuperUserValues => ({
  firstName,
  lastName,
  email,
  language,
  timezone,
});

/** As it is sent: a space that was copied along with an address is none of it. */
export const sentOf = (values: SuperUserValues): SuperUserValues => ({ ...values, email: values.email.trim() });

export const superUserRules: { readonly [Field in keyof SuperUserValues]: FieldRule } = {
  firstName: { name: 'USERS_FIRST_NAME', schema: superUserFields.firstName },
  lastName: { name: 'USERS_LAST_NAME', schema: superUserFields.lastName },
  email: { name: 'USERS_EMAIL', schema: z.pipe(z.string().check(z.trim()), superUserFields.email) },
  language: { name: 'USERS_LANGUAGE', schema: superUserFields.language },
  timezone: { name: 'USERS_TIME_ZONE', schema: superUserFields.timezone },
};

export const superUserProblems: FieldsOfProblems<keyof SuperUserValues> = {
  USER_EMAIL_TAKEN: 'email',
  IDENTITY_EMAIL_TAKEN: 'email',
  USER_SIGN_IN_IS_OWN: 'email',
};

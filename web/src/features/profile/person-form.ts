import { type CurrentUser, ownChanges } from '@parley/contract';
import { api } from '../../api/client.ts';
import type { FieldRule } from '../../forms/field-fault.ts';

export type PersonFields = Pick<CurrentUser, 'firstName' | 'lastName' | 'jobTitle' | 'locale' | 'timezone'>;
type PersonField = keyof PersonFields;

export const fieldsOf = ({ firstName, lastName, jobTitle, locale, timezone }: CurrentUser): PersonFields => ({
  firstName,
  lastName,
  jobTitle,
  locale,
  timezone,
});

export const personRules: { readonly [Field in PersonField]: FieldRule } = {
  firstName: { name: 'PROFILE_FIRST_NAME', schema: ownChanges.firstName },
  lastName: { name: 'PROFILE_LAST_NAME', schema: ownChanges.lastName },
  jobTitle: { name: 'PROFILE_JOB_TITLE', schema: ownChanges.jobTitle },
  locale: { name: 'PROFILE_LANGUAGE', schema: ownChanges.locale },
  timezone: { name: 'PROFILE_TIME_ZONE', schema: ownChanges.timezone },
};

/** Saves those that changed, in the order given; answers the person as stored. Throws ApiProblem. */
export function savePerson(changed: readonly PersonField[], values: PersonFields): Promise<CurrentUser> {
  const body = changed.map((path) => ({ op: 'replace', path, value: values[path] }));
  return api.users.changeMe({ body: body as Parameters<typeof api.users.changeMe>[0]['body'] });
}

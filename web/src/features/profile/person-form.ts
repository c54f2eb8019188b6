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
  firstName: { schema: ownChanges.firstName },
  lastName: { schema: ownChanges.lastName },
  jobTitle: { schema: ownChanges.jobTitle },
  locale: { schema: ownChanges.locale },
  timezone: { schema: ownChanges.timezone },
};

/** Saves those that changed, in the order given; answers the person as stored. Throws ApiProblem. */
export function savePerson(changed: readonly PersonField[], values: PersonFields): Promise<CurrentUser> {
  const body = changed.map((path) => ({ op: 'replace', path, value: values[path] }));
  return api.users.changeMe({ body: body as Parameters<typeof api.users.changeMe>[0]['body'] });
}

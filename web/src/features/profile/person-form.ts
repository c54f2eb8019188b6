import { type CurrentUser, ownChanges } from '@parley/contract';
import { api } from '../../api/client.ts';
import type { TextKey } from '../../text.ts';

export type PersonFields = Pick<CurrentUser, 'firstName' | 'lastName' | 'jobTitle' | 'locale' | 'timezone'>;
export type PersonField = keyof PersonFields;

export const fieldsOf = ({ firstName, lastName, jobTitle, locale, timezone }: CurrentUser): PersonFields => ({
  firstName,
  lastName,
  jobTitle,
  locale,
  timezone,
});

/** The fields that differ from what is stored. */
export function changedFields(stored: PersonFields, typed: PersonFields): PersonField[] {
  return (Object.keys(stored) as PersonField[]).filter((field) => stored[field] !== typed[field]);
}

const LIMITS = { firstName: 100, lastName: 100, jobTitle: 120 } as const;

/** What is wrong with a text field, judged by the contract's own rule; null when nothing is. */
export function faultOf(field: keyof typeof LIMITS, value: string): { key: TextKey; params: Record<string, number> } | null {
  if (ownChanges[field].safeParse(value).success) return null;
  const most = LIMITS[field];
  return value.trim().length > most ? { key: 'PROFILE_TOO_LONG', params: { most } } : { key: 'PROFILE_FIRST_NAME_MISSING', params: {} };
}

/** Saves those that changed; answers the person as stored. Throws ApiProblem. */
export function savePerson(stored: PersonFields, typed: PersonFields): Promise<CurrentUser> {
  const replaced = <F extends PersonField>(path: F) => ({ op: 'replace', path, value: typed[path] }) as const;
  const all = [replaced('firstName'), replaced('lastName'), replaced('jobTitle'), replaced('locale'), replaced('timezone')];
  const changed = new Set(changedFields(stored, typed));
  const body = all.filter(({ path }) => changed.has(path));
  return api.users.changeMe({ body });
}

import { hasVisible } from '@parley/contract/entities/primitives';
import type { VisitorDetails, VisitorIdentity } from '@parley/contract/entities/visitor';
import type { WidgetForm } from '@parley/contract/entities/widget';
import type { Details } from '../link/messages.ts';
import type { Answer, VisitorApi } from './api.ts';

export type Field = keyof VisitorDetails;
const FIELDS: readonly Field[] = ['name', 'email', 'phone', 'consent'];

/** What stands in the form, and what of it does not fit. */
export interface Introduction {
  readonly values: Details;
  readonly faults: readonly Field[];
}

/** The same that the server asks for, so that nobody waits for its answer to learn of a slip. */
const fits: Readonly<Record<Field, (value: string | true) => boolean>> = {
  name: (value) => value !== true && value.length <= 120,
  email: (value) => value !== true && /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value.trim()),
  phone: (value) => value !== true && /^\+?[\d\s()./-]{1,39}$/.test(value.trim()) && value.replace(/\D/g, '').length > 4,
  consent: (value) => value === true,
};

const isGiven = (value: string | true | undefined): value is string | true => value === true || (value !== undefined && hasVisible(value));

/** Fields whose value the form does not take. */
export const faultsOf = (form: WidgetForm, values: Details): Field[] =>
  FIELDS.filter((field) => {
    const value = values[field];
    if (form[field] === 'NO') return false;
    return isGiven(value) ? !fits[field](value) : form[field] === 'REQUIRED';
  });

/** Who the visitor is, as far as they or their site say so. */
export function visitorPerson(
  api: VisitorApi,
  form: WidgetForm,
  start: { details: Details; identity: VisitorIdentity | null },
  changed: () => void,
) {
  let introduction: Introduction = { values: start.details, faults: [] };
  let untold = true;
  let identity = start.identity;
  let proved: string | null = null;

  function show(next: Partial<Introduction>): void {
    introduction = { ...introduction, ...next };
    changed();
  }

  function given(): VisitorDetails {
    const values = FIELDS.map((field) => [field, introduction.values[field]] as const).filter(
      ([field, value]) => form[field] !== 'NO' && isGiven(value),
    );
    return Object.fromEntries(values.map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]));
  }

  return {
    introduction: () => introduction,
    /** Whether there is something to ask, of somebody whom the site does not know. */
    asks: () => identity === null && untold && FIELDS.some((field) => form[field] !== 'NO'),
    write(field: Field, value: string | boolean): void {
      untold = true;
      show({
        values: { ...introduction.values, [field]: value === false ? undefined : value },
        faults: introduction.faults.filter((fault) => fault !== field),
      });
    },
    /** Looks whether the form can go; what cannot is marked. */
    isWhole(): boolean {
      if (identity !== null) return true;
      const faults = faultsOf(form, introduction.values);
      show({ faults });
      return faults.length === 0;
    },
    /** Tells the server what the form says, once; what it does not take is marked. */
    async tell(secret: string): Promise<Answer<unknown>> {
      const details = given();
      if (!untold || identity !== null || Object.keys(details).length === 0) return { is: 'ok', value: null };
      const answer = await api.tellDetails(secret, details);
      if (answer.is === 'ok') untold = false;
      if (answer.is === 'refused') show({ faults: FIELDS.filter((field) => answer.fields?.includes(field)) });
      return answer;
    },
    /** The site names its visitor, or, by null, nobody. */
    become(next: VisitorIdentity | null): void {
      identity = next;
      proved = null;
      if (next === null) {
        introduction = { values: {}, faults: [] };
        untold = true;
      }
      changed();
    },
    /** Proves to the server who has this session, where the site has said so. @returns null where nothing is to be proved */
    async prove(secret: string): Promise<Answer<{ session: 'SAME' | 'ANOTHER' }> | null> {
      const asked = identity;
      if (asked === null || proved === secret) return null;
      const answer = await api.identify(secret, asked);
      if (asked !== identity) return null;
      if (answer.is === 'ok' && answer.value.session === 'SAME') proved = secret;
      if (answer.is === 'refused') {
        identity = null;
        changed();
      }
      return answer;
    },
  };
}

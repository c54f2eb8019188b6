import type { VisitorDetails, VisitorIdentity } from '@parley/contract/entities/visitor';
import type { WidgetForm } from '@parley/contract/entities/widget';
import type { Details } from '../link/messages.ts';
import type { Answer, VisitorApi } from './api.ts';

export type Field = keyof VisitorDetails;
const FIELDS: readonly Field[] = ['name', 'email', 'phone', 'consent'];
/** What the form knows of its fields. */
export interface Judge {
  /** Fields whose value it does not take. */
  faults(values: Details): readonly Field[];
  /** Fields that the server's refusal names. */
  refused(body: unknown): readonly Field[];
}

/** What stands in the form, and what of it does not fit. */
export interface Introduction {
  readonly values: Details;
  readonly faults: readonly Field[];
}

/** Who the visitor is, as far as they or their site say so. */
export function visitorPerson(
  api: VisitorApi,
  form: WidgetForm,
  start: { details: Details; identity: VisitorIdentity | null },
  changed: () => void,
  /** The server does not take the site's word for who this is. */
  refused: () => void,
) {
  let introduction: Introduction = { values: start.details, faults: [] };
  let untold = true;
  let identity = start.identity;
  let proved: string | null = null;
  // Until the form has come, nobody can have told what is required.
  const required = () => FIELDS.filter((field) => form[field] === 'REQUIRED');
  let judge: Judge = { faults: required, refused: required };

  function show(next: Partial<Introduction>): void {
    introduction = { ...introduction, ...next };
    changed();
  }

  function given(): VisitorDetails {
    const values = FIELDS.map((field) => [field, introduction.values[field]] as const).filter(
      ([field, value]) => form[field] !== 'NO' && value && (value === true || value.trim() !== ''),
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
    /** The form has come, with what it knows of its fields. Before, what is required is missing. */
    judgeBy(next: Judge): void {
      judge = next;
    },
    /** Looks whether the form can go; what cannot is marked. */
    isWhole(): boolean {
      if (identity !== null) return true;
      const faults = judge.faults(introduction.values);
      show({ faults });
      return faults.length === 0;
    },
    /** Tells the server what the form says, once; what it does not take is marked. */
    async tell(secret: string): Promise<Answer<unknown>> {
      const details = given();
      if (!untold || identity !== null || Object.keys(details).length === 0) return { is: 'ok', value: null };
      const answer = await api.tellDetails(secret, details);
      if (answer.is === 'ok') untold = false;
      if (answer.is === 'refused') show({ faults: judge.refused(answer.body) });
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
        refused();
        changed();
      }
      return answer;
    },
  };
}

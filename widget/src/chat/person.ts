import type { VisitorDetails, VisitorIdentity } from '@parley/contract/entities/visitor';
import type { WidgetForm } from '@parley/contract/entities/widget';
import type { Details } from '../link/messages.ts';
import type { Answer, VisitorApi } from './api.ts';

export type Field = keyof WidgetForm;
const FIELDS: readonly Field[] = ['name', 'email', 'phone', 'consent'];
/** Fields whose value the form does not take. */
export type Judge = (values: Details) => readonly Field[];

/** What stands in the form, and what of it does not fit. */
export interface Introduction {
  readonly values: Details;
  readonly faults: readonly Field[];
}

/** Who the visitor is, as far as they or their site say so. @param form what is asked; what the server asks besides is added to it */
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
  let policy = '';
  // Until the form has come, it is known only whether something stands there.
  let judge: Judge = (values) => FIELDS.filter((field) => form[field] === 'REQUIRED' && !values[field]);

  function show(next: Partial<Introduction>): void {
    introduction = { ...introduction, ...next };
    changed();
  }

  function given(): VisitorDetails {
    const values = FIELDS.map((field) => [field, introduction.values[field]] as const).filter(
      ([field, value]) => form[field] !== 'NO' && value && (value === true || value.trim() !== ''),
    );
    const told: VisitorDetails = Object.fromEntries(
      values.map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
    );
    return told.consent ? { ...told, consentTo: policy } : told;
  }

  /** The server asks for more: nobody was there when the page came, or what is asked was changed. The fields are asked for and marked. */
  function moreAsked(body: unknown): void {
    const said = JSON.stringify(body) ?? '';
    const faults = FIELDS.filter((field) => said.includes(`"field":"body.${field}"`));
    if (faults.length === 0) return;
    for (const field of faults) if (form[field] === 'NO') form[field] = 'REQUIRED';
    untold = true;
    show({ faults });
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
    /** The form has come, with what it knows of its fields, and shows this policy. */
    judgeBy(next: Judge, shown: string): void {
      judge = next;
      policy = shown;
    },
    /** Whether the form can go. */
    isReady: () => identity !== null || judge(introduction.values).length === 0,
    /** The same; what cannot go is marked. */
    isWhole(): boolean {
      if (identity !== null) return true;
      const faults = judge(introduction.values);
      show({ faults });
      return faults.length === 0;
    },
    /** Another session begins: it has been told nothing. */
    askAgain(): void {
      untold = true;
    },
    moreAsked,
    /** Tells the server what the form says, once; what it does not take is marked. */
    async tell(secret: string): Promise<Answer<unknown>> {
      const details = given();
      if (!untold || identity !== null || Object.keys(details).length === 0) return { is: 'ok', value: null };
      const answer = await api.tellDetails(secret, details);
      if (answer.is === 'ok') {
        untold = false;
        // It is given by a click, once: never by what was kept from before.
        const { consent: _, ...values } = introduction.values;
        show({ values });
      }
      if (answer.is === 'refused') moreAsked(answer.body);
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

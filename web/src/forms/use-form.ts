import { type ChangeEvent, createElement, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useText } from '../text.ts';
import { FaultWords } from './FaultWords.tsx';
import { type FieldFault, type FieldRule, faultOf, faultWords } from './field-fault.ts';
import { type FieldsOfProblems, serverFaults } from './server-faults.ts';

/** A value of several parts is replaced as a whole, never changed within. */
export type FieldValue = string | boolean | null | object;

export interface Failure {
  problem: unknown;
  /** What is wrong stands at fields. */
  isOfFields: boolean;
}

interface FormState<Values> {
  /** As they are kept on the server. */
  kept: Values;
  values: Values;
  faults: Partial<Record<keyof Values & string, FieldFault>>;
  /** What the last try to save threw; null before one, and once it is saved or discarded. */
  failure: Failure | null;
}

interface FormOptions<Values> {
  values: Values;
  /** Fields without a rule take anything. */
  rules: { readonly [Field in keyof Values & string]?: FieldRule };
  fieldsOfProblems?: FieldsOfProblems<keyof Values & string>;
  /** What is wrong at which field where saving threw this, beside what every form reads of a refusal. */
  faultsOf?: (problem: unknown) => Partial<Record<keyof Values & string, FieldFault>>;
}

interface Shown {
  name: string;
  error: ReactNode;
  onBlur: () => void;
}

export interface Form<Values extends Record<string, FieldValue>> {
  readonly values: Values;
  readonly faults: FormState<Values>['faults'];
  readonly failure: FormState<Values>['failure'];
  readonly saving: boolean;
  /** Whether anything is other than it is kept; also true to a function that was made before the last change. */
  isDirty: () => boolean;
  /** What is other than it is kept, in the form's order. */
  changed: () => (keyof Values & string)[];
  set: <Field extends keyof Values & string>(field: Field, value: Values[Field]) => void;
  /** Of a field that is typed into: spread into a TextInput. */
  typed: (
    field: keyof Values & string,
  ) => Shown & { value: string; onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void };
  /** Of one that is chosen: spread into a Select. */
  chosen: (field: keyof Values & string) => Shown & { value: string | null; onChange: (value: string | null) => void };
  /** Of one that is on or off: spread into a Switch or Checkbox. */
  switched: (field: keyof Values & string) => { name: string; checked: boolean; onChange: (event: ChangeEvent<HTMLInputElement>) => void };
  /** Back to what is kept; or to what the server keeps now. */
  reset: (kept?: Values) => void;
  /**
   * Judges every field and, when all fit, saves. A refusal stands at its field or, being of none, in a toast; what was typed stays.
   * `save` says in which order it sends replacements by taking them from `changed()`.
   */
  submit: (save: (values: Values) => Promise<void>) => Promise<void>;
  focusFirstFault: () => void;
}

/** Of two values that are made of parts, whether they say the same. */
const isSame = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  one === other || (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** A field of several inputs is found by the first of them that is at fault: their names begin with its own and a point. */
const focusField = (name: string) => {
  // By the next frame the fault is drawn, and with it what describes the field.
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"], [name^="${CSS.escape(name)}."][aria-invalid="true"]`);
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  });
};

/**
 * A form over named values (interface: "Lists, forms, figures"): judged field by field on leaving, by the contract's own schemas, with
 * the server's refusals at their fields, or as the form's own failure where they are of no field. What is typed stays until it is saved
 * or discarded.
 */
export function useForm<Values extends Record<string, FieldValue>>(options: FormOptions<Values>): Form<Values> {
  type Field = keyof Values & string;
  const text = useText();
  const [state, setState] = useState<FormState<Values>>(() => ({
    kept: options.values,
    values: options.values,
    faults: {},
    failure: null,
  }));
  const [saving, setSaving] = useState(false);
  // The truth between two renders: whoever leaves right after saving must not be asked about what is saved.
  const now = useRef(state);
  const change = useCallback((next: Partial<FormState<Values>>) => {
    now.current = { ...now.current, ...next };
    setState(now.current);
  }, []);
  const latest = useRef(options);
  latest.current = options;

  return useMemo(() => {
    const fields = Object.keys(state.values) as Field[];
    const judge = (field: Field): FieldFault | null => {
      const rule = latest.current.rules[field];
      return rule === undefined ? null : faultOf(rule, now.current.values[field]);
    };
    const withFault = (field: Field, fault: FieldFault | null) => {
      const { [field]: _before, ...others } = now.current.faults;
      return (fault === null ? others : { ...others, [field]: fault }) as FormState<Values>['faults'];
    };
    const changed = () => fields.filter((field) => !isSame(now.current.values[field], now.current.kept[field]));
    const set = <F extends Field>(field: F, value: Values[F]) => {
      const values = { ...now.current.values, [field]: value };
      change({ values, faults: withFault(field, null) });
    };
    const put = (field: Field, value: FieldValue) => set(field, value as Values[Field]);
    const shown = (field: Field): Shown => {
      const fault = state.faults[field];
      return {
        name: field,
        error:
          fault === undefined
            ? undefined
            : createElement(FaultWords, { words: faultWords(text, fault, latest.current.rules[field]?.name) }),
        onBlur: () => {
          const fault = judge(field);
          // A field that nobody has touched is not complained about while somebody walks by with Tab.
          if (fault === null || changed().includes(field))
            change({ faults: fault === null ? withFault(field, null) : withFault(field, fault) });
        },
      };
    };
    const focusFirstFault = () => {
      const first = fields.find((field) => now.current.faults[field] !== undefined);
      if (first !== undefined) focusField(first);
    };
    return {
      values: state.values,
      faults: state.faults,
      failure: state.failure,
      saving,
      isDirty: () => changed().length > 0,
      changed,
      set,
      typed: (field) => ({
        ...shown(field),
        value: String(state.values[field] ?? ''),
        onChange: (event) => put(field, event.currentTarget.value),
      }),
      chosen: (field) => {
        const value = state.values[field];
        return { ...shown(field), value: typeof value === 'string' ? value : null, onChange: (next) => put(field, next) };
      },
      switched: (field) => ({
        name: field,
        checked: state.values[field] === true,
        onChange: (event) => put(field, event.currentTarget.checked),
      }),
      reset: (kept = now.current.kept) => change({ kept, values: kept, faults: {}, failure: null }),
      submit: async (save) => {
        const found = fields.map((field) => [field, judge(field)] as const).filter(([, fault]) => fault !== null);
        change({ faults: Object.fromEntries(found) as FormState<Values>['faults'], failure: null });
        if (found.length > 0) return focusFirstFault();
        const paths = changed();
        setSaving(true);
        try {
          await save(now.current.values);
        } catch (problem) {
          const { fieldsOfProblems = {}, faultsOf } = latest.current;
          const refused = { ...serverFaults(problem, fields, { paths, fieldsOfProblems }), ...faultsOf?.(problem) };
          change({ faults: refused as FormState<Values>['faults'], failure: { problem, isOfFields: Object.keys(refused).length > 0 } });
          focusFirstFault();
        } finally {
          setSaving(false);
        }
      },
      focusFirstFault,
    };
  }, [state, saving, text, change]);
}

import { type ChangeEvent, createElement, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useText } from '../text.ts';
import { toastProblem } from '../ui/toast.ts';
import { FaultWords } from './FaultWords.tsx';
import { type FieldFault, type FieldRule, faultOf } from './field-fault.ts';
import { type FieldsOfProblems, serverFaults } from './server-faults.ts';

export type FieldValue = string | boolean | null;

interface FormState<Values> {
  /** As they are kept on the server. */
  kept: Values;
  values: Values;
  faults: Partial<Record<keyof Values & string, FieldFault>>;
}

interface FormOptions<Values> {
  values: Values;
  /** Fields without a rule take anything. */
  rules: { readonly [Field in keyof Values & string]?: FieldRule };
  fieldsOfProblems?: FieldsOfProblems<keyof Values & string>;
}

interface Shown {
  name: string;
  error: ReactNode;
  onBlur: () => void;
}

export interface Form<Values extends Record<string, FieldValue>> {
  readonly values: Values;
  readonly faults: FormState<Values>['faults'];
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

const focusField = (name: string) => {
  // By the next frame the fault is drawn, and with it what describes the field.
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  });
};

/**
 * A form over named values (interface: "Lists, forms, figures"): judged field by field on leaving, by the contract's own schemas, with
 * the server's refusals at their fields. What is typed stays until it is saved or discarded.
 */
export function useForm<Values extends Record<string, FieldValue>>(options: FormOptions<Values>): Form<Values> {
  type Field = keyof Values & string;
  const text = useText();
  const [state, setState] = useState<FormState<Values>>(() => ({ kept: options.values, values: options.values, faults: {} }));
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
    const changed = () => fields.filter((field) => now.current.values[field] !== now.current.kept[field]);
    const set = <F extends Field>(field: F, value: Values[F]) => {
      const values = { ...now.current.values, [field]: value };
      change({ values, faults: withFault(field, null) });
    };
    const put = (field: Field, value: FieldValue) => set(field, value as Values[Field]);
    const shown = (field: Field): Shown => {
      const fault = state.faults[field];
      return {
        name: field,
        error: fault === undefined ? undefined : createElement(FaultWords, { words: text(fault.key, fault.params) }),
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
      reset: (kept = now.current.kept) => change({ kept, values: kept, faults: {} }),
      submit: async (save) => {
        const found = fields.map((field) => [field, judge(field)] as const).filter(([, fault]) => fault !== null);
        change({ faults: Object.fromEntries(found) as FormState<Values>['faults'] });
        if (found.length > 0) return focusFirstFault();
        const paths = changed();
        setSaving(true);
        try {
          await save(now.current.values);
        } catch (problem) {
          const refused = serverFaults(problem, fields, { paths, fieldsOfProblems: latest.current.fieldsOfProblems ?? {} });
          if (Object.keys(refused).length === 0) toastProblem(problem);
          change({ faults: refused as FormState<Values>['faults'] });
          focusFirstFault();
        } finally {
          setSaving(false);
        }
      },
      focusFirstFault,
    };
  }, [state, saving, text, change]);
}

import { type AutoResolveRules, autoResolveRules, SilentMinutes, WarningMinutes } from '@parley/contract';
import type { FieldRule } from '../../../forms/field-fault.ts';
import { asTyped, numberOrNone, typedNumberOrNone } from '../../../forms/typed-number.ts';

/** The rules as they are typed: an empty field of minutes is none. */
export type AutoResolveValues = Record<keyof AutoResolveRules, string>;

export const valuesOf = ({ silentMinutes, warningMinutes, warningText }: AutoResolveRules): AutoResolveValues => ({
  silentMinutes: asTyped(silentMinutes),
  warningMinutes: asTyped(warningMinutes),
  warningText,
});

/** What a PATCH says of the fields that were changed. */
export const replacementsOf = (changed: readonly (keyof AutoResolveRules)[], values: AutoResolveValues) =>
  changed.map((path) =>
    path === 'warningText'
      ? ({ op: 'replace', path, value: values.warningText } as const)
      : ({ op: 'replace', path, value: numberOrNone(values[path]) } as const),
  );

export const autoResolveFieldRules: Record<keyof AutoResolveRules, FieldRule> = {
  silentMinutes: { name: 'AUTO_RESOLVE_MINUTES', schema: typedNumberOrNone(SilentMinutes) },
  warningMinutes: { name: 'AUTO_RESOLVE_WARN_MINUTES', schema: typedNumberOrNone(WarningMinutes) },
  warningText: { name: 'AUTO_RESOLVE_WARN_TEXT', schema: autoResolveRules.warningText },
};

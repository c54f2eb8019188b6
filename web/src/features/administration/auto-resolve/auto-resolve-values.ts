import { type AutoResolveRules, autoResolveRules, SilentMinutes, WarningMinutes } from '@parley/contract';
import type { FieldRule } from '../../../forms/field-fault.ts';
import { asTyped, numberOrNone, typedNumberOrNone } from '../../../forms/typed-number.ts';

type TypedRule = Exclude<keyof AutoResolveRules, 'warnsOutsideChats'>;

/** The rules as they are typed and switched: an empty field of minutes is none. */
export type AutoResolveValues = Record<TypedRule, string> & { warnsOutsideChats: boolean };

export const valuesOf = ({ silentMinutes, warningMinutes, warningText, warnsOutsideChats }: AutoResolveRules): AutoResolveValues => ({
  silentMinutes: asTyped(silentMinutes),
  warningMinutes: asTyped(warningMinutes),
  warningText,
  warnsOutsideChats,
});

/** What a PATCH says of the fields that were changed. */
export const replacementsOf = (changed: readonly (keyof AutoResolveRules)[], values: AutoResolveValues) =>
  changed.map((path) => {
    if (path === 'warningText') return { op: 'replace', path, value: values.warningText } as const;
    if (path === 'warnsOutsideChats') return { op: 'replace', path, value: values.warnsOutsideChats } as const;
    return { op: 'replace', path, value: numberOrNone(values[path]) } as const;
  });

export const autoResolveFieldRules: Record<TypedRule, FieldRule> = {
  silentMinutes: { name: 'AUTO_RESOLVE_MINUTES', schema: typedNumberOrNone(SilentMinutes) },
  warningMinutes: { name: 'AUTO_RESOLVE_WARN_MINUTES', schema: typedNumberOrNone(WarningMinutes) },
  warningText: { name: 'AUTO_RESOLVE_WARN_TEXT', schema: autoResolveRules.warningText },
};

import { type AbsenceRules, absenceRules } from '@parley/contract';
import type { FieldRule } from '../../../forms/field-fault.ts';
import { typedNumber } from '../../../forms/typed-number.ts';

/** The rules as they are typed. */
export type AbsenceValues = Record<keyof AbsenceRules, string>;

export const valuesOf = ({ handBackAfterMinutes }: AbsenceRules): AbsenceValues => ({ handBackAfterMinutes: String(handBackAfterMinutes) });

export const absenceFieldRules: Record<keyof AbsenceRules, FieldRule> = {
  handBackAfterMinutes: { name: 'ABSENCE_MINUTES', schema: typedNumber(absenceRules.handBackAfterMinutes) },
};

import {
  OpeningHours,
  type Timeslot,
  type TimeslotException,
  timeslotFields,
  type WallSpan,
  WallSpan as WallSpanSchema,
  Week,
  weekdays,
} from '@parley/contract';
import * as z from 'zod/mini';
import type { FieldRule } from '../../../forms/field-fault.ts';
import type { FieldsOfProblems } from '../../../forms/server-faults.ts';
import { typedNumber } from '../../../forms/typed-number.ts';

/** A timeslot as its form holds it: the number as it is typed, the working time in its parts. */
export type TimeslotValues = {
  name: string;
  description: string;
  priority: string;
  timezone: string | null;
  exceptions: TimeslotException[];
  // Last: of several that changed one replacement is made.
  always: boolean;
  week: Week;
  lunch: WallSpan | null;
};
export type TimeslotField = keyof TimeslotValues;

const WORKING_TIME: ReadonlySet<string> = new Set<TimeslotField>(['always', 'week', 'lunch']);

const usualDay: WallSpan[] = [{ from: '09:00', to: '18:00' }];

/** What a new one begins with: the hours of an office. */
export const newTimeslot = (timezone: string): TimeslotValues => ({
  name: '',
  description: '',
  priority: '50',
  timezone,
  exceptions: [],
  always: false,
  week: Object.fromEntries(weekdays.map((day, at) => [day, at < 5 ? usualDay : []])) as unknown as Week,
  lunch: null,
});

export const valuesOf = ({ name, description, priority, timezone, exceptions, workingTime }: Timeslot): TimeslotValues => ({
  name,
  description,
  priority: String(priority),
  timezone,
  exceptions,
  ...workingTime,
});

const workingTimeOf = ({ always, week, lunch }: TimeslotValues) => ({ always, week, lunch });

/** What is sent of values that fit. */
export const sentOf = (values: TimeslotValues) => ({
  name: values.name,
  description: values.description,
  priority: Number(values.priority),
  timezone: values.timezone ?? '',
  exceptions: values.exceptions,
  workingTime: workingTimeOf(values),
});

/** The replacements that are sent for the fields that changed, in their order. */
export function replacementsOf(changed: readonly TimeslotField[], values: TimeslotValues) {
  const paths = [...new Set(changed.map((field) => (WORKING_TIME.has(field) ? 'workingTime' : field)))] as (keyof ReturnType<
    typeof sentOf
  >)[];
  const sent = sentOf(values);
  return paths.map((path) => ({ op: 'replace' as const, path, value: sent[path] }));
}

/** When the slot would be open as the form stands; null while something of it does not fit. */
export function hoursOf(values: TimeslotValues): OpeningHours | null {
  const { timezone, exceptions } = values;
  return OpeningHours.safeParse({ timezone, exceptions, workingTime: workingTimeOf(values) }).data ?? null;
}

export const timeslotRules: { readonly [Field in TimeslotField]?: FieldRule } = {
  name: { name: 'TIMESLOTS_NAME', schema: timeslotFields.name },
  description: { name: 'TIMESLOTS_DESCRIPTION', schema: timeslotFields.description },
  priority: { name: 'TIMESLOTS_PRIORITY', schema: typedNumber(timeslotFields.priority) },
  timezone: { name: 'TIMESLOTS_ZONE', schema: timeslotFields.timezone, invalid: 'FORM_NOT_A_TIME_ZONE' },
  week: { name: 'TIMESLOTS_WORKING_TIME', schema: Week },
  lunch: { name: 'TIMESLOTS_LUNCH', schema: z.nullable(WallSpanSchema) },
  exceptions: { name: 'TIMESLOTS_EXCEPTIONS', schema: timeslotFields.exceptions },
};

/** Refusals that are about one field. */
export const timeslotProblems: FieldsOfProblems<TimeslotField> = { TIMESLOT_NAME_TAKEN: 'name' };

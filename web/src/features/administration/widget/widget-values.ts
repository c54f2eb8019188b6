import { type WidgetDetails, widgetFields } from '@parley/contract';
import * as z from 'zod/mini';
import type { FieldRule } from '../../../forms/field-fault.ts';

/** A widget as its form holds it: sites as lines, minutes as the value of a choice. */
export type WidgetValues = Record<
  | 'name'
  | 'description'
  | 'allowedSites'
  | 'primaryColor'
  | 'secondaryColor'
  | 'language'
  | 'headerText'
  | 'welcomeMessage'
  | 'sessionMinutes',
  string
>;
export type WidgetField = keyof WidgetValues;

/** Each line a site; a path or a slash at the end that was copied along is no fault of anybody's. */
export const sitesIn = (lines: string): string[] =>
  lines
    .split(/\s+/)
    .filter((line) => line !== '')
    .map((line) => line.toLowerCase().replace(/^(https?:\/\/[^/]+)\/$/, '$1'));

export const valuesOf = ({ allowedSites, sessionMinutes, ...widget }: WidgetDetails): WidgetValues => ({
  name: widget.name,
  description: widget.description,
  primaryColor: widget.primaryColor,
  secondaryColor: widget.secondaryColor,
  language: widget.language,
  headerText: widget.headerText,
  welcomeMessage: widget.welcomeMessage,
  allowedSites: allowedSites.join('\n'),
  sessionMinutes: String(sessionMinutes),
});

/** What is sent of a field. */
export function sentOf(field: WidgetField, values: WidgetValues): unknown {
  if (field === 'allowedSites') return sitesIn(values.allowedSites);
  if (field === 'sessionMinutes') return Number(values.sessionMinutes);
  return values[field];
}

export const widgetRules: { readonly [Field in WidgetField]?: FieldRule } = {
  name: { schema: widgetFields.name },
  description: { schema: widgetFields.description },
  allowedSites: {
    schema: z.pipe(z.pipe(z.string(), z.transform(sitesIn)), widgetFields.allowedSites),
    invalid: 'WIDGETS_ALLOWED_SITES_INVALID',
  },
  primaryColor: { schema: widgetFields.primaryColor, invalid: 'WIDGETS_COLOR_INVALID' },
  secondaryColor: { schema: widgetFields.secondaryColor, invalid: 'WIDGETS_COLOR_INVALID' },
  headerText: { schema: widgetFields.headerText },
  welcomeMessage: { schema: widgetFields.welcomeMessage },
};

/** Sessions that are offered, in minutes: half an hour to ninety days. */
export const sessionChoices: readonly number[] = [30, 60, 480, 1440, 10_080, 43_200, 129_600];

const HOUR = 60;
const DAY = 1440;

/** Minutes as the largest unit in which they are a whole number. */
export function lengthOf(minutes: number): { key: 'WIDGETS_DAYS' | 'WIDGETS_HOURS' | 'WIDGETS_MINUTES'; count: number } {
  if (minutes % DAY === 0) return { key: 'WIDGETS_DAYS', count: minutes / DAY };
  if (minutes % HOUR === 0) return { key: 'WIDGETS_HOURS', count: minutes / HOUR };
  return { key: 'WIDGETS_MINUTES', count: minutes };
}

import { type Asked, type WidgetDetails, type WidgetForm, widgetFields } from '@parley/contract';
import * as z from 'zod/mini';
import type { FieldRule } from '../../../forms/field-fault.ts';

/** What the chat may ask before the first message: field of the form → what of the widget's `form` it is. */
export const askFields = { askName: 'name', askEmail: 'email', askPhone: 'phone', askConsent: 'consent' } as const satisfies Record<
  string,
  keyof WidgetForm
>;
export type AskField = keyof typeof askFields;
const isAskField = (field: string): field is AskField => field in askFields;

/** A visitor who is known as long after a resolved conversation as before it. */
export const NO_RESET = 'NONE';

/** A widget as its form holds it: sites as lines, minutes as the value of a choice, what it asks as fields of their own. */
export type WidgetValues = Record<
  | 'name'
  | 'description'
  | 'allowedSites'
  | 'primaryColor'
  | 'secondaryColor'
  | 'language'
  | 'headerText'
  | 'welcomeMessage'
  | 'sessionMinutes'
  | 'resetAfterMinutes'
  | 'privacyUrl',
  string
> & { closedForm: boolean; followsVisitor: boolean } & Record<AskField, Asked>;
export type WidgetField = keyof WidgetValues;

/** Each line a site; a path or a slash at the end that was copied along is no fault of anybody's. */
export const sitesIn = (lines: string): string[] =>
  lines
    .split(/\s+/)
    .filter((line) => line !== '')
    .map((line) => line.toLowerCase().replace(/^(https?:\/\/[^/]+)\/$/, '$1'));

export const valuesOf = ({ allowedSites, sessionMinutes, resetAfterMinutes, form, ...widget }: WidgetDetails): WidgetValues => ({
  name: widget.name,
  description: widget.description,
  primaryColor: widget.primaryColor,
  secondaryColor: widget.secondaryColor,
  language: widget.language,
  headerText: widget.headerText,
  welcomeMessage: widget.welcomeMessage,
  allowedSites: allowedSites.join('\n'),
  sessionMinutes: String(sessionMinutes),
  resetAfterMinutes: resetAfterMinutes === null ? NO_RESET : String(resetAfterMinutes),
  privacyUrl: widget.privacyUrl,
  closedForm: widget.closedForm,
  followsVisitor: widget.followsVisitor,
  // Last: of several that changed one replacement is made.
  askName: form.name,
  askEmail: form.email,
  askPhone: form.phone,
  askConsent: form.consent,
});

function sentOf(field: Exclude<WidgetField, AskField>, values: WidgetValues): unknown {
  if (field === 'allowedSites') return sitesIn(values.allowedSites);
  if (field === 'sessionMinutes') return Number(values.sessionMinutes);
  if (field === 'resetAfterMinutes') return values.resetAfterMinutes === NO_RESET ? null : Number(values.resetAfterMinutes);
  return values[field];
}

/** The replacements that are sent for the fields that changed, in their order. */
export function replacementsOf(changed: readonly WidgetField[], values: WidgetValues): { op: 'replace'; path: string; value: unknown }[] {
  const sent = changed.filter((field) => !isAskField(field)).map((field) => ({ path: field as string, value: sentOf(field, values) }));
  const asked = Object.fromEntries(Object.entries(askFields).map(([field, name]) => [name, values[field as AskField]]));
  const all = changed.some(isAskField) ? [...sent, { path: 'form', value: asked }] : sent;
  return all.map((one) => ({ op: 'replace', ...one }));
}

export const widgetRules: { readonly [Field in WidgetField]?: FieldRule } = {
  name: { name: 'WIDGETS_NAME', schema: widgetFields.name },
  description: { name: 'WIDGETS_DESCRIPTION', schema: widgetFields.description },
  allowedSites: {
    name: 'WIDGETS_ALLOWED_SITES',
    schema: z.pipe(z.pipe(z.string(), z.transform(sitesIn)), widgetFields.allowedSites),
    invalid: 'WIDGETS_ALLOWED_SITES_INVALID',
  },
  primaryColor: { name: 'WIDGETS_PRIMARY_COLOR', schema: widgetFields.primaryColor, invalid: 'WIDGETS_COLOR_INVALID' },
  secondaryColor: { name: 'WIDGETS_SECONDARY_COLOR', schema: widgetFields.secondaryColor, invalid: 'WIDGETS_COLOR_INVALID' },
  headerText: { name: 'WIDGETS_HEADER', schema: widgetFields.headerText },
  welcomeMessage: { name: 'WIDGETS_WELCOME', schema: widgetFields.welcomeMessage },
  privacyUrl: { name: 'WIDGETS_PRIVACY_URL', schema: widgetFields.privacyUrl },
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

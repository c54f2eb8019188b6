import type * as z from 'zod/mini';
import type { TextKey, TextParams } from '../text.ts';

/** What is wrong with a field, as a text of the catalogue: it is put into words where it is shown, in the language of that moment. */
export interface FieldFault {
  key: TextKey;
  params?: TextParams;
  /** What the value must be, where that is what is wrong. */
  type?: TextKey;
}

/** What a field must be: the contract's own schema of it. */
export interface FieldRule {
  /** What the field is called on the page: its faults say so. */
  name: TextKey;
  schema: z.ZodMiniType;
  /** Says what the field should be where the general words say too little. */
  invalid?: TextKey;
}

const byMessage: Readonly<Record<string, TextKey>> = {
  EMPTY: 'FORM_REQUIRED',
  NOT_A_WEB_ADDRESS: 'FORM_NOT_A_WEB_ADDRESS',
  NOT_A_TIME_ZONE: 'FORM_NOT_A_TIME_ZONE',
};

/** A number or a length beyond its limit; the words of lengths name the first number that is too many, or too few. */
function limitFault(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): FieldFault | null {
  const isAbove = issue.code === 'too_big';
  const n = Number(isAbove ? issue.maximum : issue.minimum);
  if (issue.origin === 'number' || issue.origin === 'int') return { key: isAbove ? 'FORM_ABOVE' : 'FORM_BELOW', params: { n } };
  if (issue.origin !== 'string') return null;
  return isAbove ? { key: 'FORM_TOO_LONG', params: { count: n + 1 } } : { key: 'FORM_TOO_SHORT', params: { count: n - 1 } };
}

/** What the generic words say of an issue (administration, section 5, "Generic messages"); null where they say too little. */
function genericFault(issue: z.core.$ZodIssue): FieldFault | null {
  const known = byMessage[issue.message];
  if (known !== undefined) return { key: known };
  switch (issue.code) {
    case 'too_big':
    case 'too_small':
      return limitFault(issue);
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? { key: 'FORM_WRONG_TYPE', type: 'FORM_TYPE_NUMBER' } : null;
    case 'invalid_format':
      return { key: issue.format === 'email' ? 'FORM_NOT_AN_ADDRESS' : 'FORM_FORMAT' };
    case 'invalid_value':
      return { key: 'FORM_CHOOSE' };
    default:
      return null;
  }
}

/** The first fault of a value by its rule; null when it fits. A field's own words go before the generic ones about its form. */
export function faultOf({ schema, invalid }: Omit<FieldRule, 'name'>, value: unknown): FieldFault | null {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) return null;
  if (value === '') return { key: 'FORM_REQUIRED' };
  if (value === null) return { key: 'FORM_CHOOSE' };
  const generic = genericFault(issue);
  const saysLittle = generic === null || generic.key === 'FORM_FORMAT';
  return saysLittle ? { key: invalid ?? generic?.key ?? 'FORM_INVALID' } : generic;
}

/** A fault in words, which `text` gives in the language of the screen. A field without a rule is one that is chosen: whatever the server has against it, another choice is asked for. */
export function faultWords(text: (key: TextKey, params?: TextParams) => string, { key, params, type }: FieldFault, name?: TextKey): string {
  const said = type === undefined ? params : { ...params, type: text(type) };
  if (name !== undefined) return text(key, { ...said, field: text(name) });
  return key === 'FORM_INVALID' ? text('FORM_CHOOSE') : text(key, said);
}

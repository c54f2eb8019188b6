import type * as z from 'zod/mini';
import type { TextKey, TextParams } from '../text.ts';

/** What is wrong with a field, as a text of the catalogue: it is put into words where it is shown, in the language of that moment. */
export interface FieldFault {
  key: TextKey;
  params?: TextParams;
}

/** What a field must be: the contract's own schema of it. */
export interface FieldRule {
  schema: z.ZodMiniType;
  /** Says what the field should be where the general words say too little. */
  invalid?: TextKey;
}

const byMessage: Readonly<Record<string, TextKey>> = {
  EMPTY: 'FORM_REQUIRED',
  NOT_A_WEB_ADDRESS: 'FORM_NOT_A_WEB_ADDRESS',
  NOT_A_TIME_ZONE: 'FORM_NOT_A_TIME_ZONE',
};

/** The first fault of a value by its rule; null when it fits. */
export function faultOf({ schema, invalid }: FieldRule, value: unknown): FieldFault | null {
  const { error } = schema.safeParse(value);
  const issue = error?.issues[0];
  if (issue === undefined) return null;
  if (value === '') return { key: 'FORM_REQUIRED' };
  if (issue.code === 'too_big') return { key: 'FORM_TOO_LONG', params: { most: Number(issue.maximum) } };
  if (issue.code === 'invalid_format' && issue.format === 'email') return { key: 'FORM_NOT_AN_ADDRESS' };
  return { key: byMessage[issue.message] ?? invalid ?? 'FORM_INVALID' };
}

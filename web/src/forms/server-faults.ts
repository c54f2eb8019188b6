import { ApiProblem } from '../api/api-problem.ts';
import type { TextKey } from '../text.ts';
import type { FieldFault } from './field-fault.ts';

/** Refusals that are about one field: problem key → field. */
export type FieldsOfProblems<Field extends string> = Readonly<Partial<Record<TextKey, Field>>>;

interface Sent<Field extends string> {
  /** Fields of a PATCH in the order in which they were sent; left out where the body is an object. */
  paths?: readonly Field[];
  fieldsOfProblems: FieldsOfProblems<Field>;
}

/**
 * Where the server's refusal belongs, field by field. Faults of validation are named `body.email`, or `body.2.value` for the third
 * replacement of a PATCH. Empty when the refusal is of no field: then its words are for the whole form.
 */
export function serverFaults<Field extends string>(
  problem: unknown,
  fields: readonly Field[],
  { paths = [], fieldsOfProblems }: Sent<Field>,
): Partial<Record<Field, FieldFault>> {
  if (!(problem instanceof ApiProblem)) return {};
  const faults: Partial<Record<Field, FieldFault>> = {};
  for (const { message, params } of problem.errors) {
    const known = fieldsOfProblems[message as TextKey];
    if (known !== undefined) {
      faults[known] = { key: message as TextKey, params };
      continue;
    }
    if (message !== 'ERROR_FIELD_INVALID') continue;
    const [, name = ''] = String(params.field ?? '').split('.');
    const field = /^\d+$/.test(name) ? paths[Number(name)] : fields.find((one) => one === name);
    if (field !== undefined) faults[field] = { key: 'FORM_INVALID' };
  }
  return faults;
}

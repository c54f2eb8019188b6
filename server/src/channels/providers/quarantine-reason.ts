import type { QuarantinedDelivery } from '@parley/contract';

/** What is wrong with something that is kept, by what the program has said of it. */
export function whyOf(error: string): QuarantinedDelivery['why'] {
  const field = fieldIn(error);
  if (field !== null) return { kind: 'FIELD', field: field === '' ? null : field };
  if (error.includes('JSON')) return { kind: 'NOT_JSON', field: null };
  if (error.includes('not documented')) return { kind: 'NOT_DOCUMENTED', field: null };
  return { kind: error.startsWith(NO_SENDER) ? 'NO_SENDER' : 'OTHER', field: null };
}

/** What is said of a message whose sender can be nobody. */
export const NO_SENDER = 'nobody can have sent it';

/** By its name at the provider: what we have written around it is nobody's. Null where the words are of no field. */
function fieldIn(error: string): string | null {
  const named = /^field "([^"]*)"/.exec(error)?.[1];
  if (named !== undefined) return named.replace(/^told\.?/, '');
  // As it was kept before: the checker's own list, perhaps cut.
  if (!/^\[\s*\{/.test(error)) return null;
  const path = /"path":\s*\[([^\]]+)\]/.exec(error)?.[1] ?? '';
  return path
    .replaceAll(/["\s]/g, '')
    .replaceAll(',', '.')
    .replace(/^told\.?/, '');
}

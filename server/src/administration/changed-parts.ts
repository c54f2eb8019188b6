import type { ChangedPart } from '../identity/index.ts';

/** What the place where people sign in has to be told of a change. */
export function partsOf(after: Readonly<Record<string, unknown>>): ReadonlySet<ChangedPart> {
  const parts = new Set<ChangedPart>();
  for (const part of ['role', 'email', 'status'] as const) if (part in after) parts.add(part);
  if ('firstName' in after || 'lastName' in after) parts.add('names');
  return parts;
}

import type { VisitorIdentity } from '@parley/contract/entities/visitor';
import { complain } from './calls.ts';

/** Who the site says its visitor is; null, and a sentence in the console, when the server would not even read it. */
export function readIdentity(given: unknown): VisitorIdentity | null {
  const { userId, signature } = (given ?? {}) as Record<string, unknown>;
  const id = typeof userId === 'number' || typeof userId === 'string' ? String(userId).trim() : '';
  if (id !== '' && id.length <= 200 && typeof signature === 'string' && /^[\da-f]{64}$/i.test(signature)) return { userId: id, signature };
  complain('"identify" takes a userId and its signature.');
  return null;
}

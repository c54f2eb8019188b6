import { type AuditKind, auditKinds } from '@parley/contract';
import { oneOf } from '../../../address-parts.ts';
import { isId } from '../../../api/incoming.ts';
import { isDay } from '../../../forms/typed-date.ts';

/** Which part of the trail is shown, as its address says. Both days count, in the reader's zone. */
export interface AuditSearch {
  person?: string;
  kind?: AuditKind;
  /** Also that somebody looked at something. */
  views?: true;
  from?: string;
  to?: string;
}

const day = (value: unknown): string | undefined => (typeof value === 'string' && isDay(value) ? value : undefined);

/** Reads the part of the address behind the question mark; what does not fit is left out. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const read = {
    person: isId(search.person) ? search.person.toLowerCase() : undefined,
    kind: oneOf(auditKinds, search.kind),
    views: search.views === true ? (true as const) : undefined,
    from: day(search.from),
    to: day(search.to),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

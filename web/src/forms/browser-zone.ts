import { TimeZone } from '@parley/contract';

/** The zone that this browser is in; UTC where it does not know, or calls it by a name of its own. */
export function browserZone(): string {
  const zone = TimeZone.safeParse(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return zone.success ? zone.data : 'UTC';
}

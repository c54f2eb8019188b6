import { afterEach, expect, it, vi } from 'vitest';
import { browserZone } from './browser-zone.ts';

afterEach(() => void vi.restoreAllMocks());

const inZone = (timeZone: string | undefined) =>
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions);

it.each([
  ['the zone that the browser names', 'America/Lima', 'America/Lima'],
  ['UTC where it names none', undefined, 'UTC'],
  ['UTC where it has a name of its own for it', 'Etc/Unknown', 'UTC'],
])('is %s', (_of, named, expected) => {
  inZone(named);
  expect(browserZone()).toBe(expected);
});

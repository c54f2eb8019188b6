/** Every zone that this browser knows, with the one that is stored, as a person searches for them: without underscores. */
export function timeZones(stored: string): { value: string; label: string }[] {
  const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), stored]);
  return [...known].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}

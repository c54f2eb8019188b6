/**
 * Ids for what is asked to be made: the same asked again, because no answer came, goes under the same id and is made once. Something else is
 * something new. To be held as long as the page on which it is asked.
 */
export function askedIds(): (what: unknown) => string {
  const ids = new Map<string, string>();
  return (what) => {
    const key = JSON.stringify(what);
    const id = ids.get(key) ?? crypto.randomUUID();
    ids.set(key, id);
    return id;
  };
}

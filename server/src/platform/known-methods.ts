/** Which methods the addresses of this server take: those of its routes, and those that a route of many addresses names (`/api/*`). */
export interface KnownMethods {
  /** @param path with `:id` or `{id}` where anything may stand; one that ends with `*` says nothing of any address */
  add(method: string | readonly string[], path: string): void;
  /** @param address with or without a query. @returns the methods, ascending; none where the address is not known */
  of(address: string): string[];
}

interface Known {
  method: string;
  parts: readonly string[];
}

const partsOf = (path: string): string[] => path.split('/');
const isOpen = (part: string): boolean => part.startsWith(':') || part.startsWith('{');

/** An empty table. A refusal alone reads it, so it is looked through from end to end. */
export function knownMethods(): KnownMethods {
  const all: Known[] = [];
  return {
    add(method, path) {
      if (path.endsWith('*')) return;
      for (const one of [method].flat()) all.push({ method: one, parts: partsOf(path) });
    },
    of(address) {
      const asked = partsOf(address.split('?', 1)[0] ?? '');
      const fits = ({ parts }: Known) =>
        parts.length === asked.length && parts.every((part, place) => (isOpen(part) ? asked[place] !== '' : part === asked[place]));
      return [...new Set(all.filter(fits).map(({ method }) => method))].toSorted();
    },
  };
}

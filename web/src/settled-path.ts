const ID = /(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi;

/**
 * The path under which a page is really kept: ids in small letters, as the server writes them, because everything on the
 * page is found by them. A path that cannot be read is an unknown one, and so leads to /404 (communications, section 2).
 */
export function settledPath(path: string): string {
  try {
    decodeURIComponent(path);
  } catch {
    return '/404';
  }
  return path.replace(ID, (id) => id.toLowerCase());
}

/** Part of what the bundler tells of a module while it makes files of them. */
interface Context {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null;
}

/** Does the page need this module before it can show anything: is it imported, from file to file, by the first one? */
function isOfFirst(id: string, context: Context, seen: Map<string, boolean>): boolean {
  const known = seen.get(id);
  if (known !== undefined) return known;
  seen.set(id, false);
  const info = context.getModuleInfo(id);
  const found = info !== null && (info.isEntry || info.importers.some((importer) => isOfFirst(importer, context, seen)));
  seen.set(id, found);
  return found;
}

const LIBRARIES = /\/node_modules\/(react|react-dom|scheduler|@orpc|zustand|use-sync-external-store|@tanstack\/(?!.*virtual)[\w-]+)\//;

/**
 * Which modules go into files together, the first rule first; the bundler decides about the others. Libraries that change
 * seldom and are needed at once have a file of their own, so that a release leaves it cached. What the frame needs of our own
 * code is one file: dozens of small ones would weigh more. Libraries with one door for everything (Mantine, the contract) are
 * left to the bundler, which sees what of them is used.
 */
export function chunkGroups() {
  const seen = new Map<string, boolean>();
  const isOfFrame = (id: string, context: Context) => /\/web\/src\//.test(id) && isOfFirst(id, context, seen);
  return [
    { name: 'libraries', test: LIBRARIES, priority: 2 },
    { name: (id: string, context: Context) => (isOfFrame(id, context) ? 'frame' : null), priority: 1 },
  ];
}

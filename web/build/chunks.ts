/** Part of what the bundler tells of a module while it makes files of them. */
interface Context {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null;
}

type IsRoot = (id: string, info: { isEntry: boolean }) => boolean;

/** Is this module imported, from file to file and not later, by one of those that `isRoot` names? */
function isNeededBy(isRoot: IsRoot, id: string, context: Context, seen: Map<string, boolean>): boolean {
  const known = seen.get(id);
  if (known !== undefined) return known;
  seen.set(id, false);
  const info = context.getModuleInfo(id);
  const found = info !== null && (isRoot(id, info) || info.importers.some((importer) => isNeededBy(isRoot, importer, context, seen)));
  seen.set(id, found);
  return found;
}

const LIBRARIES = /\/node_modules\/(react|react-dom|scheduler|@orpc|zustand|use-sync-external-store|@tanstack\/(?!.*virtual)[\w-]+)\//;
const OURS = /\/web\/src\//;
const OF_ROOMS = /\/web\/src\/features\/communications\//;

/** A file of those of our modules that match and that the roots need at once. */
function fileOf(name: string, priority: number, test: RegExp, isRoot: IsRoot) {
  const seen = new Map<string, boolean>();
  return {
    name: (id: string, context: Context) => (test.test(id) && isNeededBy(isRoot, id, context, seen) ? name : null),
    priority,
  };
}

/**
 * Which modules go into files together, the first rule first; the bundler decides about the others. Libraries that change
 * seldom and are needed at once have a file of their own, so that a release leaves it cached. What the frame needs of our own
 * code is one file, and so is what the list of rooms and an open room need of their own: dozens of small ones would weigh more. Libraries with one door for
 * everything (Mantine, the contract) are left to the bundler, which sees what of them is used.
 */
export function chunkGroups() {
  return [
    { name: 'libraries', test: LIBRARIES, priority: 3 },
    fileOf('frame', 2, OURS, (_id, { isEntry }) => isEntry),
    fileOf('CommunicationsPage', 1, OF_ROOMS, (id) => id.endsWith('/CommunicationsPage.tsx')),
    fileOf('RoomPage', 0, OF_ROOMS, (id) => id.endsWith('/RoomPage.tsx')),
  ];
}

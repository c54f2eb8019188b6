/**
 * The server's modules, lowest floor first. A module imports only from the floors below its own; those on one floor do not know each
 * other. A folder of server/src that is missing here fails the check, so a new module takes its place in the same change.
 */
export const FLOORS = [
  ['platform'],
  ['accounts'],
  ['audit'],
  ['identity'],
  ['files', 'realtime'],
  ['contacts'],
  ['rooms'],
  ['tags', 'knowledge', 'tickets'],
  ['channels'],
  ['routing'],
  ['administration'],
  ['telephony'],
  ['quality', 'broadcasts'],
  ['customers', 'reports', 'monitoring', 'search', 'notifications'],
  ['demo'],
];

/** The files beside the modules: the wiring sees everything, the settings see nothing but each other. */
export const WIRING = ['main.ts', 'app.ts'];
export const SETTINGS_FILES = ['config.ts', 'config-bus.ts', 'config-sign-in.ts', 'config-push.ts', 'config-providers.ts', 'config-web.ts'];

/**
 * Which folders of the project a folder may import. One with program text that is missing here fails the check, so a new one takes its
 * place in the same change. ARCHITECTURE.md tells the same in its table.
 */
export const MAY_IMPORT = {
  contract: [],
  flow: ['contract'],
  server: ['contract', 'flow'],
  web: ['contract', 'flow'],
  widget: ['contract'],
  sandbox: [],
  e2e: ['contract', 'flow', 'server', 'web', 'widget', 'sandbox', 'scripts'],
  bench: ['contract', 'flow', 'server', 'web', 'widget', 'sandbox', 'scripts', 'e2e'],
  scripts: [],
  runtime: [],
};

/** What the server, too, reads of scripts/. */
export const OPEN_SCRIPTS = ['scripts/embedded-postgres.mjs'];

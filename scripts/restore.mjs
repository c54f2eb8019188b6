import './node-version.mjs';
import { folderOf, holding, presentSecret, runDataCommand } from './data-command.mjs';
import { loadData } from './load-data.mjs';

// `npm run restore -- <folder>`: into an empty data folder (or an empty outside database), while Parley does not run.
await runDataCommand(async ({ root, node, dataFolder, databaseUrl, progress, args }) => {
  const backup = folderOf(args[0], 'PARLEY_DATA=/srv/parley npm run restore -- /backups/monday');
  const secret = presentSecret(dataFolder);
  const manifest = await holding(dataFolder, () => loadData({ root, node, backup, dataFolder, databaseUrl, secret, progress }));
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `Restored ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files, as they were at ${manifest.madeAt}`,
  ];
});

import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { openLog } from '../src/platform/log.ts';
import { writeBuiltPages } from './built-pages.ts';

// The server in a process of its own, with stand-ins for the built pages: it says over IPC that it is ready, or why not, as main.ts does.
const log = openLog(process.env.PARLEY_LOG_LEVEL ?? 'warn');
try {
  const config = loadConfig(process.env);
  const app = await buildApp(config, log, () => {}, writeBuiltPages(config.dataFolder));
  const end = () => void app.close().then(() => process.exit(0));
  process.on('SIGTERM', end);
  process.on('disconnect', end);
  process.send?.({ type: 'ready', url: await app.listen() });
} catch (error) {
  process.send?.({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  setTimeout(() => process.exit(1), 100);
}

import { buildApp } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/config.ts';
import { openLog } from '../../server/src/platform/log.ts';
import { mountWebhook } from './channel.ts';

// The whole application with one more channel, whose provider is the bench: what is asked of the product for any, without an adapter of its own. What a provider's
// delivery costs is all there: the signature is verified, the body read, and it is stored before it is answered.

const config = loadConfig(process.env);
const app = await buildApp(
  config,
  openLog('info'),
  () => {},
  undefined,
  ({ http, rooms }) => mountWebhook(http, rooms),
);
const stop = () => void app.close().then(() => process.exit(0));
process.on('SIGTERM', stop);
process.on('disconnect', stop);
const url = await app.listen();
process.send?.({ type: 'ready', url });

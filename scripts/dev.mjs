import './node-version.mjs';
import { watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProduct, withoutSecrets } from './programs.mjs';
import { Refusal } from './refusal.mjs';
import { runSession } from './session.mjs';

// `npm run dev`: like `npm start`, but the web application comes from Vite with hot reload, at the product's usual address, and the server,
// which listens two ports higher behind it, is started anew when its sources change.
const root = dirname(dirname(fileURLToPath(import.meta.url)));

await runSession({
  root,
  async programs(session) {
    const { settings, launch } = session;
    const behind = settings.port + 2;
    // The sandbox's second port would be where the server listens.
    const env = {
      PARLEY_SANDBOX_SMPP_PORT: String(behind + 1),
      ...session.env,
      PARLEY_LISTEN_PORT: String(behind),
      PARLEY_PROVE_READS: 'on',
    };
    const lines = await startProduct({ ...session, env });
    await launch('web', ['scripts/dev-web.mjs', settings.host, String(settings.port), `http://127.0.0.1:${behind}`], withoutSecrets(env));
    startAnewOnChange(session, env);
    return lines;
  },
});

/** @param {import('./session.mjs').Session} session @param {NodeJS.ProcessEnv} env */
function startAnewOnChange({ endServer, launch }, env) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let turn = Promise.resolve();
  const restart = async () => {
    console.log('  Starting the server anew');
    await endServer();
    try {
      await launch('server', ['server/src/main.ts'], env);
      console.log('  The server is ready');
    } catch (error) {
      // Half a change is normal here; the next one starts it again.
      if (!(error instanceof Refusal)) throw error;
      console.error(`  ${error.message}`);
    }
  };
  for (const folder of ['server/src', 'server/migrations', 'contract/src']) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !/\.(ts|js|sql)$/.test(name) || /\.(test|long)\./.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        turn = turn.then(restart);
      }, 150);
    });
  }
}

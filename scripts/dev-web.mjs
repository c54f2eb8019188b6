import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

// The web application with hot reload, in front of the server: everything that is not its own goes there.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [host = '127.0.0.1', port = '8080', behind = ''] = process.argv.slice(2);
const toServer = { target: behind, changeOrigin: false, ws: true };

try {
  const vite = await createServer({
    root: join(root, 'web'),
    configFile: join(root, 'web', 'vite.config.ts'),
    server: {
      host,
      port: Number(port),
      strictPort: true,
      proxy: { '/api': toServer, '/auth': toServer, '/chat': toServer, '/files': toServer, '/widget.js': toServer, '/health': toServer },
    },
  });
  const end = () => vite.close().finally(() => process.exit(0));
  process.on('SIGTERM', end);
  process.on('disconnect', end);
  await vite.listen();
  process.send?.({ type: 'ready', url: `http://${host}:${port}` });
} catch (error) {
  const message = `The web application could not be served: ${/** @type {Error} */ (error).message}`;
  process.send?.({ type: 'failed', message }, undefined, {}, () => process.exit(1));
}

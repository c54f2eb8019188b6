import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

// Run by mock-session.mjs on the product's Node.js.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [host = '127.0.0.1', port = '8080'] = process.argv.slice(2);
const web = { root: join(root, 'web'), configFile: join(root, 'web', 'vite.config.ts'), mode: 'mock' };

console.log('  Building the web application with invented answers');
await build({ ...web, logLevel: 'error' });
const serving = await preview({ ...web, preview: { host, port: Number(port), strictPort: true } });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void serving.close().finally(() => process.exit(0)));
console.log(`\nParley with invented answers  ${serving.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? `http://${host}:${port}`}\nready`);

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingDebianProgram } from '../server/test/debian-program.ts';

const NGINX = '/usr/sbin/nginx';
const EXAMPLE = fileURLToPath(new URL('../docs/nginx.conf', import.meta.url));

/** Debian's nginx, installed when it is missing and we are root. @returns why there is none, or undefined */
export function missingNginx(): string | undefined {
  return missingDebianProgram(NGINX, ['nginx-light', 'openssl']);
}

export interface NginxProxy {
  /** What it has written down of requests. */
  accessLog(): string;
  stop(): Promise<void>;
}

/** Runs the documented example with a certificate of its own; only names, files and ports are others. */
export async function startNginx(options: {
  folder: string;
  host: string;
  port: number;
  plainPort: number;
  productPort: number;
}): Promise<NginxProxy> {
  const { folder, host, port, plainPort, productPort } = options;
  mkdirSync(folder, { recursive: true });
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject];
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  const accessLog = join(folder, 'access.log');
  const site = changed(readFileSync(EXAMPLE, 'utf8'), [
    ['chat.example.com', host],
    ['/etc/ssl/parley/fullchain.pem', certificate],
    ['/etc/ssl/parley/privkey.pem', key],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['  listen [::]:80;\n', ''],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['  listen [::]:443 ssl http2;\n', ''],
    ['https://$host$request_uri', `https://$host:${port}$request_uri`],
    ['/var/log/nginx/access.log', accessLog],
    ['http://127.0.0.1:8080', `http://127.0.0.1:${productPort}`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const main = `${user} daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr;
    events {} http { access_log off; ${temporary.join(' ')} ${site} }`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  const child = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const ended = once(child, 'exit');
  await Promise.race([
    answers(port),
    ended.then(() => {
      throw new Error(`nginx ended: ${said}`);
    }),
  ]);
  return {
    accessLog: () => readFileSync(accessLog, 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Each change must find what it changes, else the example has moved away from the test. */
function changed(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`docs/nginx.conf no longer has ${from}`);
    return now.replaceAll(from, to);
  }, text);
}

async function answers(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const probe = connect(port, '127.0.0.1', () => resolve(true));
      probe.once('error', () => resolve(false));
      probe.once('connect', () => probe.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

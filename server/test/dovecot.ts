import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { missingDebianProgram } from './debian-program.ts';
import { freePort } from './free-port.ts';

const PROGRAM = '/usr/sbin/dovecot';

/** Debian's Dovecot, installed when it is missing and we are root. @returns why there is none, or undefined */
export const missingDovecot = (): string | undefined => missingDebianProgram(PROGRAM, ['dovecot-imapd', 'dovecot-pop3d', 'openssl']);

/** A mail server of the test's own: everybody may sign in with `password`, or with a token that `tokenInfoUrl` knows, and has a box of their own. */
export interface Dovecot {
  /** In the clear, with STARTTLS offered; and encrypted from the first byte. */
  readonly ports: { imap: number; imaps: number; pop3: number; pop3s: number };
  readonly password: string;
  /** Of the authority that its certificate, for `localhost`, is good by. */
  readonly ca: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Puts a mail into somebody's folder, as the delivery agent of a mail server does. */
  deliver(user: string, source: string | Buffer, folder?: string): void;
  /** Whatever else of Dovecot's administration: `doveadm` with these words. */
  admin(...words: string[]): string;
  remove(): Promise<void>;
}

/** @param tokenInfoUrl is asked whose a token is that somebody signs in with (XOAUTH2): the token follows it, the answer is JSON with `user` */
export async function testDovecot({ tokenInfoUrl }: { tokenInfoUrl?: string } = {}): Promise<Dovecot> {
  const missing = missingDovecot();
  if (missing !== undefined) throw new Error(missing);
  const folder = mkdtempSync(join(tmpdir(), 'parley-dovecot-'));
  const [imap, imaps, pop3, pop3s] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const password = 'a-password';
  const ca = makeCertificate(folder);
  const file = join(folder, 'dovecot.conf');
  writeFileSync(file, configuration({ folder, password, ports: { imap, imaps, pop3, pop3s }, tokenInfoUrl }));
  mkdirSync(join(folder, 'mail'), { mode: 0o777 });
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'mail'), 0o777);
  if (process.getuid?.() === 0) chownSync(join(folder, 'mail'), userOf('nobody'), userOf('nobody'));
  let child: ChildProcess | undefined;
  process.once('exit', () => void child?.kill('SIGKILL'));
  const doveadm = (words: string[], input?: string | Buffer) =>
    execFileSync('/usr/bin/doveadm', ['-c', file, ...words], { input: input ?? '', stdio: ['pipe', 'pipe', 'pipe'] }).toString();
  const stop = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const stopped = child;
    const gone = once(stopped, 'exit');
    stopped.kill('SIGTERM');
    await Promise.race([gone, sleep(5000).then(() => stopped.kill('SIGKILL'))]);
  };
  return {
    ports: { imap, imaps, pop3, pop3s },
    password,
    ca,
    async start() {
      child = spawn(PROGRAM, ['-F', '-c', file], { stdio: 'ignore' });
      const ended = once(child, 'exit').then(([code]) => {
        throw new Error(`dovecot ended with ${code}: ${existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : ''}`);
      });
      ended.catch(() => {});
      await Promise.race([Promise.all([answers(imap), answers(pop3)]), ended]);
    },
    stop,
    deliver: (user, source, box = 'INBOX') => void doveadm(['save', '-u', user, '-m', box], source),
    admin: (...words) => doveadm(words),
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const userOf = (name: string): number => Number(execFileSync('id', ['-u', name]).toString());

/** Of an authority of its own, which nobody knows who is not told. @returns the authority */
function makeCertificate(folder: string): string {
  const at = (name: string) => join(folder, name);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-days', '2', '-subj', '/CN=Authority', '-keyout', at('ca.key'), '-out', at('ca.pem'));
  openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', at('server.key'), '-out', at('server.csr'));
  writeFileSync(at('names'), 'subjectAltName=DNS:localhost');
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names'), '-days', '2'];
  openssl('x509', '-req', '-in', at('server.csr'), ...signed, '-out', at('server.pem'));
  return readFileSync(at('ca.pem'), 'utf8');
}

interface Configured {
  folder: string;
  password: string;
  ports: Dovecot['ports'];
  tokenInfoUrl: string | undefined;
}

function configuration({ folder, password, ports, tokenInfoUrl }: Configured): string {
  const listener = (name: string, port: number, isEncrypted: boolean) =>
    `inet_listener ${name} {\n address = 127.0.0.1\n port = ${port}\n ssl = ${isEncrypted ? 'yes' : 'no'}\n }`;
  const tokens = join(folder, 'oauth');
  if (tokenInfoUrl !== undefined) writeFileSync(tokens, `tokeninfo_url = ${tokenInfoUrl}\nusername_attribute = user\n`);
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
instance_name = ${folder.split('/').at(-1)}
protocols = imap pop3
listen = 127.0.0.1
default_login_user = nobody
default_internal_user = nobody
default_internal_group = nogroup
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${folder}/mail/%u
mail_uid = nobody
mail_gid = nogroup
ssl = yes
ssl_cert = <${folder}/server.pem
ssl_key = <${folder}/server.key
disable_plaintext_auth = no
auth_mechanisms = plain login${tokenInfoUrl === undefined ? '' : ' xoauth2'}
mail_max_userip_connections = 100
namespace inbox {
 inbox = yes
 separator = /
}
passdb {
 driver = static
 mechanisms = plain login
 args = password=${password}
}
${tokenInfoUrl === undefined ? '' : `passdb {\n driver = oauth2\n mechanisms = xoauth2\n args = ${tokens}\n}`}
userdb {
 driver = static
 args = allow_all_users=yes uid=nobody gid=nogroup home=${folder}/mail/%u
}
service imap-login {
 chroot =
 ${listener('imap', ports.imap, false)}
 ${listener('imaps', ports.imaps, true)}
}
service pop3-login {
 chroot =
 ${listener('pop3', ports.pop3, false)}
 ${listener('pop3s', ports.pop3s, true)}
}
service anvil {
 chroot =
 unix_listener anvil-auth-penalty {
  mode = 0
 }
}
auth_failure_delay = 0
service stats {
 chroot =
}
`;
}

async function answers(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const probe = connect(port, '127.0.0.1', () => resolve(true));
      probe.once('error', () => resolve(false));
      probe.once('close', () => resolve(false));
      setTimeout(() => probe.destroy(), 200);
    });
    if (isOpen) return;
    await sleep(50);
  }
}

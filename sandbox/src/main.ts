import { fastify } from 'fastify';
import { serveMail } from './mail/serve.ts';
import { serveMailbox } from './mailbox/serve.ts';
import { serveCustomersPhone } from './phone/serve.ts';
import { serveKeptMedia } from './providers/kept-media.ts';
import { servePhonePower } from './providers/phone-power.ts';
import { readSettings } from './settings.ts';
import { serveShop } from './shop/serve.ts';
import { serveSms } from './sms/serve.ts';
import { serveViberBot } from './viber-bot/serve.ts';
import { serveViberCarriers } from './viber-carrier/serve.ts';

/** A file that a phone sends, in base64. */
const LARGEST_BODY = 40 * 1024 * 1024;

/** Who started us hears `ready` or one sentence of what is wrong, and we end with them. */
const tell = (message: { type: 'ready'; url: string } | { type: 'failed'; message: string }) => process.send?.(message);

let smppPort: number | undefined;
let mailPorts: readonly number[] = [];
try {
  const settings = readSettings(process.env);
  const { port, url, productUrl } = settings;
  ({ smppPort } = settings);
  const { mailPort } = settings;
  if (mailPort > 0) mailPorts = [mailPort, mailPort + 1, mailPort + 2];
  const http = fastify({ forceCloseConnections: true, bodyLimit: LARGEST_BODY });
  serveShop(http, productUrl);
  const power = servePhonePower(http);
  const phones = { origin: `http://127.0.0.1:${port}`, media: serveKeptMedia(http), power };
  serveCustomersPhone(http, productUrl);
  serveViberBot(http, phones);
  serveViberCarriers(http, phones);
  const sms = serveSms(http, power);
  const mail = serveMail(http);
  serveMailbox(http, mail.world, productUrl);
  const stop = () => void Promise.all([http.close(), sms.close(), mail.close()]).then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  await http.listen({ host: '127.0.0.1', port });
  await sms.smpp.listen(smppPort);
  await mail.listen(mailPort);
  tell({ type: 'ready', url });
} catch (error) {
  const inUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const reason = error instanceof Error ? error.message : String(error);
  const [what, remedy] = whoseIs((error as { port?: number }).port);
  const message = inUse ? `The port of the sandbox${what} is in use: stop what listens there, or set ${remedy}.` : reason;
  tell({ type: 'failed', message });
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
  process.disconnect?.();
}

/** Which of our listeners wanted a port, and what moves it. */
function whoseIs(port: number | undefined): [what: string, remedy: string] {
  if (port === smppPort) return ['’s SMPP carrier', 'PARLEY_SANDBOX_SMPP_PORT to another one, or to 0'];
  if (port !== undefined && mailPorts.includes(port)) return ['’s mail server', 'PARLEY_SANDBOX_MAIL_PORT to another one, or to 0'];
  return ['', 'PARLEY_PORT to another one'];
}

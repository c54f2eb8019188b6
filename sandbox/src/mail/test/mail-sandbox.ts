import { type FastifyInstance, fastify } from 'fastify';
import { ImapFlow, type ImapFlowOptions } from 'imapflow';
import { createTransport } from 'nodemailer';
import { type MailPorts, type MailSandbox, serveMail } from '../serve.ts';

export const SHOP = 'support@shop.test';
export const MARIA = 'maria@home.test';

/** The mail world of one test, asked as programs ask it. */
export interface Started {
  http: FastifyInstance;
  mail: MailSandbox;
  ports: MailPorts;
  /** Sets controls, or throws what is wrong with them. */
  set(controls: object): Promise<void>;
  token(): Promise<string>;
  imap(more?: Partial<ImapFlowOptions>): ImapFlow;
  /** Sends by SMTP. */
  send(mail: object, auth?: object): Promise<{ accepted: string[]; rejected: string[]; response: string }>;
  /** What lies in somebody's inbox. */
  inbox(address: string): string[];
  close(): Promise<void>;
}

export async function startMail(): Promise<Started> {
  const http = fastify();
  const mail = serveMail(http);
  const ports = await mail.listen(0);
  const server = { port: ports.smtp, host: '127.0.0.1', secure: false, ignoreTLS: true, socketTimeout: 1500 };
  const post = async (url: string, body: Record<string, string>) => {
    const payload = new URLSearchParams(body).toString();
    const answer = await http.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    return answer.json();
  };
  return {
    http,
    mail,
    ports,
    async set(payload) {
      const answer = await http.inject({ method: 'PUT', url: '/providers/mail/controls', payload });
      if (answer.statusCode !== 200) throw new Error(answer.body);
    },
    async token() {
      const asked = { grant_type: 'client_credentials', client_id: 'parley', client_secret: 'sandbox' };
      const scope = 'https://outlook.office365.com/.default';
      return (await post('/providers/microsoft/lumen/oauth2/v2.0/token', { ...asked, scope })).access_token;
    },
    imap(more = {}) {
      const client = new ImapFlow({
        host: '127.0.0.1',
        port: ports.imap,
        secure: false,
        doSTARTTLS: false,
        auth: { user: SHOP, pass: 'sandbox' },
        logger: false,
        ...more,
      });
      client.on('error', () => undefined);
      return client;
    },
    async send(written, auth = { user: SHOP, pass: 'sandbox' }) {
      const transport = createTransport({ ...server, auth });
      return (await transport.sendMail({ from: SHOP, subject: 'Hello', text: 'Hello', ...written })) as never;
    },
    inbox: (address) =>
      mail.world.office.folder(mail.world.office.box(address), 'INBOX').mails.map(({ source }) => source.toString('utf8')),
    async close() {
      await mail.close();
      await http.close();
    },
  };
}

export async function until<Value>(read: () => Value, fits: (value: Value) => boolean): Promise<Value> {
  for (const end = performance.now() + 5000; performance.now() < end; await new Promise((resolve) => setTimeout(resolve, 10)))
    if (fits(read())) return read();
  throw new Error(`it did not come to that: ${JSON.stringify(read())}`);
}

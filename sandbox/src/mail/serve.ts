import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createImap } from './imap/serve.ts';
import { serveMicrosoft } from './microsoft/serve.ts';
import { createPop3 } from './pop3.ts';
import { PostOffice } from './post-office.ts';
import { type MailWorld, PASSWORD } from './sign-in.ts';
import { createSmtp } from './smtp.ts';
import { serveMailSwitches } from './switches.ts';

export interface MailPorts {
  smtp: number;
  imap: number;
  pop3: number;
}

/** The customers' side of e-mail: `listen` and `close` are of the three servers. */
export interface MailSandbox {
  world: MailWorld;
  /** @param port of SMTP; IMAP and POP3 get the next two. 0: where there is room */
  listen(port: number): Promise<MailPorts>;
  close(): Promise<void>;
}

/**
 * A mail server with a box for every address of nobody's domains, in memory, and Microsoft's token endpoint. Over HTTP: `/providers/mail/controls`,
 * `GET /providers/mail` {ports, password} and `POST /providers/mail/renumber` {address}, after which a box has another UIDVALIDITY.
 */
export function serveMail(http: FastifyInstance): MailSandbox {
  const office = new PostOffice();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const sockets = new Set<Socket>();
  const switches = serveMailSwitches(http, ({ down }) => {
    if (down) cut();
  });
  const world: MailWorld = { office, switches, tokens: serveMicrosoft(http) };
  const smtp = createSmtp(world);
  smtp.on('error', () => undefined);
  const servers = { smtp: smtp.server, imap: createImap(world), pop3: createPop3(world) };
  for (const server of Object.values(servers))
    server.prependListener('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      if (switches.down) socket.destroy();
    });

  let ports: MailPorts = { smtp: 0, imap: 0, pop3: 0 };
  http.get('/providers/mail', () => ({ ports, password: PASSWORD }));
  http.post<{ Body: { address?: unknown } | null }>('/providers/mail/renumber', ({ body }, reply) => {
    const address = body?.address;
    if (typeof address !== 'string') return reply.code(400).send({ error: 'missing: address' });
    const box = office.boxes().find((one) => one.address === address.toLowerCase());
    if (!box) return reply.code(404).send({ error: `nobody has asked for ${address} yet` });
    office.renumber(box);
    return { address: box.address };
  });

  return {
    world,
    async listen(port) {
      const at = (step: number) => (port === 0 ? 0 : port + step);
      const [smtpPort, imapPort, pop3Port] = await Promise.all([
        listening(servers.smtp, at(0)),
        listening(servers.imap, at(1)),
        listening(servers.pop3, at(2)),
      ]);
      ports = { smtp: smtpPort, imap: imapPort, pop3: pop3Port };
      return ports;
    },
    async close() {
      const listened = Object.values(servers).filter((server) => server.listening);
      const closed = listened.map((server) => once(server, 'close'));
      for (const server of listened) server.close();
      cut();
      await Promise.all(closed);
    },
  };
}

async function listening(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

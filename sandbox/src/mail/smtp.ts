import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { deliver } from './delivery.ts';
import { fateOf } from './fates.ts';
import { isOurs } from './post-office.ts';
import { byPassword, byToken, type MailWorld } from './sign-in.ts';

const LARGEST_MAIL = 50 * 1024 * 1024;

/** SMTP as a server for submission speaks it, in clear: it listens on this machine alone, and takes mail for addresses of nobody. */
export function createSmtp(world: MailWorld): SMTPServer {
  const { switches } = world;
  /** Recipients that were told to come again, by who wrote to them. */
  const toldLater = new Set<string>();
  const slow = () => (switches.slowMs > 0 ? pause(switches.slowMs) : Promise.resolve());

  const refusalOf = (from: string, to: string): Error | null => {
    if (switches.failWith !== null) return refusal(switches.failWith, 'Refused by the sandbox, as was set');
    if (!isOurs(to)) return refusal(550, '5.7.1 Nothing leaves this machine: only .test, .example and localhost are played here');
    const fate = fateOf(to);
    if (fate?.kind === 'REFUSED') return refusal(fate.code, fate.words);
    if (fate?.kind !== 'LATER') return null;
    const key = `${from} ${to}`.toLowerCase();
    if (toldLater.delete(key)) return null;
    toldLater.add(key);
    return refusal(fate.code, fate.words);
  };

  return new SMTPServer({
    name: 'mail.sandbox.test',
    banner: 'the sandbox’s mail',
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true,
    size: LARGEST_MAIL,
    rejectOversized: true,
    closeTimeout: 100,
    logger: false,
    async onAuth(auth, _session, done) {
      await slow();
      const isToken = auth.method === 'XOAUTH2';
      const user = isToken
        ? byToken(world, auth.username ?? '', auth.accessToken ?? '')
        : byPassword(world, auth.username ?? '', auth.password ?? '');
      if (user) done(null, { user });
      else if (isToken)
        done(null, {
          data: { status: '401', schemes: 'bearer', scope: 'https://outlook.office.com/' },
          message: '5.7.3 Authentication unsuccessful',
        });
      else done(refusal(535, '5.7.8 Authentication unsuccessful'));
    },
    async onMailFrom(_address, { user }, done) {
      await slow();
      done(user.holds() ? null : refusal(454, '4.7.0 The token of this session is over'));
    },
    async onRcptTo({ address }, { envelope }, done) {
      await slow();
      done(refusalOf(envelope.mailFrom ? envelope.mailFrom.address : '', address));
    },
    async onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      for await (const piece of stream) pieces.push(piece);
      await slow();
      // The server itself refuses it.
      if (stream.sizeExceeded) return done();
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const source = Buffer.concat(pieces);
      const recipients = envelope.rcptTo.map(({ address }) => address);
      for (const to of new Set(recipients.map((one) => one.toLowerCase()))) deliver(world, { from, to, source });
      if (!recipients.some((to) => fateOf(to)?.kind === 'SILENT')) done(null, '2.0.0 queued');
    },
  });
}

const refusal = (responseCode: number, words: string): Error => Object.assign(new Error(words), { responseCode });

import type { OutgoingServer } from '@parley/contract';
import { createTransport } from 'nodemailer';
import { type Reach, tlsOf } from '../reach.ts';
import type { SignIn } from '../sign-in.ts';

const CONNECT_WITHIN = 10_000;
const SILENT_FOR = 30_000;

/**
 * An SMTP server as it is to be spoken to: at an address that was judged, encrypted from the first byte or by STARTTLS, which is dispensed with on this
 * machine alone. To be closed by whoever asks for it. Rejects with HostRefused, or with the name server's error.
 */
export async function smtpTransport({ host, port, useSsl, username }: OutgoingServer, signIn: SignIn, reach: Reach) {
  const address = await reach.mayConnect(host);
  const proof =
    signIn.kind === 'PASSWORD'
      ? { user: username, pass: signIn.password }
      : ({ type: 'OAuth2', user: username, accessToken: signIn.token } as const);
  return createTransport({
    host: address,
    port,
    secure: useSsl,
    requireTLS: !useSsl && !reach.mayBeInClear(address),
    tls: tlsOf(host, reach),
    ...(username === '' ? {} : { auth: proof }),
    connectionTimeout: CONNECT_WITHIN,
    greetingTimeout: CONNECT_WITHIN,
    socketTimeout: SILENT_FOR,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

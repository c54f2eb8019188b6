/** What the sandbox is told by whoever starts it. */
export interface SandboxSettings {
  port: number;
  /** Where the SMPP carrier listens; 0: where there is room. */
  smppPort: number;
  /** Where the mail server listens: SMTP there, IMAP and POP3 at the next two; 0: where there is room. */
  mailPort: number;
  /** Where people open it: by another name than the product, so that the shop and the chat are two sites. */
  url: string;
  /** Origin of the product whose widget the shop carries. */
  productUrl: string;
}

/**
 * Reads the environment: `PARLEY_PORT` (8080) is the product's port and the next one is ours unless `PARLEY_SANDBOX_PORT`
 * says otherwise, the one after that (`PARLEY_SANDBOX_SMPP_PORT`) the SMPP carrier's, and the three after that (from `PARLEY_SANDBOX_MAIL_PORT` on) the mail
 * server's; `PARLEY_PRODUCT_URL` stands in for `http://<PARLEY_HOST>:<PARLEY_PORT>`. Throws one clear sentence.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): SandboxSettings {
  const productPort = portOf(env, 'PARLEY_PORT') ?? 8080;
  const port = portOf(env, 'PARLEY_SANDBOX_PORT') ?? productPort + 1;
  const smppPort = env.PARLEY_SANDBOX_SMPP_PORT === '0' ? 0 : (portOf(env, 'PARLEY_SANDBOX_SMPP_PORT') ?? port + 1);
  if (smppPort > 65_535) throw new Error('PARLEY_SANDBOX_SMPP_PORT must be set where the sandbox listens at 65535: the next port is none.');
  // Whoever lets the carrier listen where there is room has no three ports beside it either.
  const mailPort =
    env.PARLEY_SANDBOX_MAIL_PORT === '0' ? 0 : (portOf(env, 'PARLEY_SANDBOX_MAIL_PORT') ?? (smppPort === 0 ? 0 : smppPort + 1));
  if (mailPort > 65_533)
    throw new Error('PARLEY_SANDBOX_MAIL_PORT must be set to 65533 or less: SMTP, IMAP and POP3 need three ports from it on.');
  const host = env.PARLEY_HOST || '127.0.0.1';
  const productUrl = env.PARLEY_PRODUCT_URL || `http://${host.includes(':') ? `[${host}]` : host}:${productPort}`;
  if (!URL.canParse(productUrl) || !/^https?:$/.test(new URL(productUrl).protocol))
    throw new Error('PARLEY_PRODUCT_URL must be an address like http://127.0.0.1:8080.');
  return { port, smppPort, mailPort, url: `http://localhost:${port}`, productUrl: new URL(productUrl).origin };
}

function portOf(env: Readonly<Record<string, string | undefined>>, name: string): number | null {
  const value = env[name];
  if (!value) return null;
  if (!/^\d{1,5}$/.test(value) || Number(value) < 1 || Number(value) > 65_535) throw new Error(`${name} must be a number from 1 to 65535.`);
  return Number(value);
}

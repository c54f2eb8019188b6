import type { Tokens } from './microsoft/tokens.ts';
import { type Box, isOurs, type PostOffice } from './post-office.ts';
import type { MailSwitches } from './switches.ts';

/** Of every box. */
export const PASSWORD = 'sandbox';

/** What all servers of the mail world share. */
export interface MailWorld {
  office: PostOffice;
  switches: MailSwitches;
  tokens: Tokens;
}

/** Whoever has signed in. `holds` is false once the token with which they did is over. */
export interface SignedIn {
  box: Box;
  holds(): boolean;
}

/** Null: refused. The box is made when its owner first signs in. */
export function byPassword({ office, switches }: MailWorld, address: string, password: string): SignedIn | null {
  if (switches.wrongPassword || password !== PASSWORD || !isOurs(address)) return null;
  return { box: office.box(address), holds: () => true };
}

export function byToken({ office, switches, tokens }: MailWorld, address: string, token: string): SignedIn | null {
  const holds = () => !switches.tokenExpired && tokens.holds(token);
  return holds() && isOurs(address) ? { box: office.box(address), holds } : null;
}

/** `\0user\0password` of RFC 4616. */
export function byPlain(world: MailWorld, proof: string): SignedIn | null {
  const [, address = '', password = ''] = Buffer.from(proof, 'base64').toString('utf8').split('\0');
  return byPassword(world, address, password);
}

/** Microsoft’s SASL string, protocol section 9. */
export function byXoauth2(world: MailWorld, proof: string): SignedIn | null {
  const said = Buffer.from(proof, 'base64').toString('utf8');
  const [address, token] = said.split('\u0001').map((field, at) => field.slice((at === 0 ? 'user=' : 'auth=Bearer ').length));
  const isWhole = said === `user=${address}\u0001auth=Bearer ${token}\u0001\u0001`;
  return isWhole && address !== undefined && token !== undefined ? byToken(world, address, token) : null;
}

/** What a refused token is answered with, before the refusal proper. */
export const TOKEN_REFUSED = Buffer.from('{"status":"401","schemes":"Bearer","scope":"https://outlook.office.com/"}').toString('base64');

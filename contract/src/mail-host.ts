import { asciiDomain } from './mail-address.ts';

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/;
const IPV6 = /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/;
const NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** The name of a server as it is kept: in small letters, ASCII, without spaces around it and without a dot at its end. */
export function settledHost(text: string): string {
  const trimmed = text.trim().toLowerCase();
  return IPV6.test(trimmed) ? trimmed : asciiDomain(trimmed.replace(/\.$/, ''));
}

/** A name or an address of a machine alone: no scheme, port or path. Of a settled one. */
export const isHost = (host: string): boolean => IPV4.test(host) || IPV6.test(host) || (NAME.test(host) && !/^[\d.]+$/.test(host));

const MICROSOFT = ['office365.com', 'outlook.com', 'hotmail.com'];

/** A mail server of Microsoft's, which alone signs in by OAuth2 (administration, section 5). */
export const isMicrosoftHost = (host: string): boolean => {
  const settled = settledHost(host);
  return MICROSOFT.some((domain) => settled === domain || settled.endsWith(`.${domain}`));
};

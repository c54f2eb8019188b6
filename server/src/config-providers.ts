import { isIP } from 'node:net';
import { z } from 'zod';

const VIBER = 'https://chatapi.viber.com/pa';
const MICROSOFT = 'https://login.microsoftonline.com';

/** The settings of providers of channels that are the same for all: rows of docs/configuration.md. */
export const PROVIDERS_SETTINGS = [
  {
    name: 'PARLEY_VIBER_API_URL',
    meaning: 'The base address of the interface of Viber’s bots.',
    default: `\`${VIBER}\`; with the demo the sandbox plays Viber`,
  },
  {
    name: 'PARLEY_MICROSOFT_LOGIN_URL',
    meaning: 'The base address at which mailboxes of Microsoft 365 ask for tokens.',
    default: `\`${MICROSOFT}\``,
  },
  {
    name: 'PARLEY_MAILBOX_NETWORKS',
    meaning:
      'Addresses and ranges of networks of your own in which mailboxes of e-mail may name servers, parted by commas, for example 10.1.0.0/16. Those of the open internet they always may.',
    default: 'none; with the demo this machine',
  },
] as const;

/** An address as numbers, or a range of them. */
export function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** What is read of the environment for it. */
export const PROVIDERS_ENVIRONMENT = {
  PARLEY_VIBER_API_URL: z.string().refine(isWebAddress, `must be an address like ${VIBER}`).optional(),
  PARLEY_MICROSOFT_LOGIN_URL: z.string().refine(isWebAddress, `must be an address like ${MICROSOFT}`).default(MICROSOFT),
  PARLEY_MAILBOX_NETWORKS: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isNetwork), 'must be IP addresses or ranges like 10.1.0.0/16, parted by commas')
    .optional(),
};

/** Where Viber’s bots are reached, without a slash at its end. @param sandbox origin at which the server reaches the sandbox, where there is one */
export function viberApiUrlOf(
  { PARLEY_VIBER_API_URL: given }: { PARLEY_VIBER_API_URL?: string | undefined },
  sandbox: string | null,
): string {
  const address = given ?? (sandbox === null ? VIBER : `${sandbox}/providers/viber-bot/pa`);
  return address.replace(/\/$/, '');
}

const THIS_MACHINE = ['127.0.0.0/8', '::1'];
/** Networks of ours in which mailboxes may name servers. @param demo the sandbox's mail server is on this machine */
export const mailboxNetworksOf = (
  { PARLEY_MAILBOX_NETWORKS: given = [] }: { PARLEY_MAILBOX_NETWORKS?: string[] | undefined },
  demo: boolean,
): readonly string[] => Object.freeze([...given, ...(demo ? THIS_MACHINE : [])]);

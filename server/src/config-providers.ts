import { z } from 'zod';

const VIBER = 'https://chatapi.viber.com/pa';

/** The settings of providers of channels that are the same for all: rows of docs/configuration.md. */
export const PROVIDERS_SETTINGS = [
  {
    name: 'PARLEY_VIBER_API_URL',
    meaning: 'The base address of the interface of Viber’s bots.',
    default: `\`${VIBER}\`; with the demo the sandbox plays Viber`,
  },
] as const;

const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** What is read of the environment for it. */
export const PROVIDERS_ENVIRONMENT = {
  PARLEY_VIBER_API_URL: z.string().refine(isWebAddress, `must be an address like ${VIBER}`).optional(),
};

/** Where Viber’s bots are reached, without a slash at its end. @param sandbox origin at which the server reaches the sandbox, where there is one */
export function viberApiUrlOf(
  { PARLEY_VIBER_API_URL: given }: { PARLEY_VIBER_API_URL?: string | undefined },
  sandbox: string | null,
): string {
  const address = given ?? (sandbox === null ? VIBER : `${sandbox}/providers/viber-bot/pa`);
  return address.replace(/\/$/, '');
}

import * as z from 'zod/mini';
import { settledRecipient } from '../email-address.ts';
import { CLIENT_MESSAGE_ID_LIMIT, RECIPIENT_LIMIT } from '../limits.ts';
import { isReservedId } from '../reserved-ids.ts';
import { hasVisible } from '../visible.ts';

/** Every id on the wire: a UUID (version 7 for what we make ourselves), in small letters whatever came. */
export const Id = /* @__PURE__ */ z.uuid().check(/* @__PURE__ */ z.toLowerCase());

/** A moment: ISO 8601 in UTC, with milliseconds. */
export const Instant = z.iso.datetime();

/**
 * Text that a person wrote, something of which can be seen. U+0000 cannot be stored by PostgreSQL and lone surrogates cannot
 * be sent as UTF-8: the first is refused, the second replaced before it is stored.
 */
/* @__NO_SIDE_EFFECTS__ */
export const writtenText = (maxLength: number) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(maxLength),
    z.refine((text) => !text.includes('\u0000'), { error: 'NUL_CHARACTER' }),
    z.refine(hasVisible, { error: 'EMPTY' }),
  );

/** Lines of a form, which may be empty: trimmed, without U+0000 and lone surrogates. */
/* @__NO_SIDE_EFFECTS__ */
export const formLines = (maxLength: number) => written((text) => text.trim(), maxLength);

/** Signs that turn the direction of what follows them: a name or an address with one reads as another. */
const TURNS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
export const withoutTurns = (text: string): string => text.replace(TURNS, '');

/**
 * One line of a form: the same, and a space where controls and ends of lines would be, since names stand in letters and lists; without signs that
 * turn the direction of writing.
 */
/* @__NO_SIDE_EFFECTS__ */
export const formText = (maxLength: number) =>
  written((text) => withoutTurns(text.replace(/(?!\0)[\p{Cc}\u2028\u2029]+/gu, ' ')).trim(), maxLength);

/* @__NO_SIDE_EFFECTS__ */
const written = (settle: (text: string) => string, maxLength: number) =>
  z.string().check(
    z.overwrite((text) => settle(text.toWellFormed())),
    z.maxLength(maxLength),
    z.refine((text) => !text.includes('\u0000'), { error: 'NUL_CHARACTER' }),
  );

/** The same, something of which can be seen. */
/* @__NO_SIDE_EFFECTS__ */
export const requiredText = (maxLength: number) => formText(maxLength).check(z.refine(hasVisible, { error: 'EMPTY' }));

/** A name of the IANA time zone database. Offsets are none: they say nothing of daylight saving. */
export const TimeZone = /* @__PURE__ */ z
  .string()
  .check(/* @__PURE__ */ z.maxLength(64), /* @__PURE__ */ z.refine(isTimeZone, { error: 'NOT_A_TIME_ZONE' }));

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const HttpAddress = /* @__PURE__ */ z.url({ protocol: /^https?$/ });

/** A web address, or empty for none. Nothing but http and https, since pages make links and frames of it. */
export const WebAddress = /* @__PURE__ */ z.string().check(
  /* @__PURE__ */ z.trim(),
  /* @__PURE__ */ z.maxLength(2000),
  /* @__PURE__ */ z.refine((text) => text === '' || (HttpAddress.safeParse(text).success && !/[\s\p{Cc}\p{Cs}]/u.test(text)), {
    error: 'NOT_A_WEB_ADDRESS',
  }),
);

/** A language as browsers and sites name it (BCP 47): `bg`, `en-GB`. */
export const LanguageTag = /* @__PURE__ */ z
  .string()
  .check(/* @__PURE__ */ z.maxLength(35), /* @__PURE__ */ z.regex(/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i));
export type LanguageTag = z.infer<typeof LanguageTag>;

/** An address to sign in with. */
export const EmailAddress = /* @__PURE__ */ z.email().check(/* @__PURE__ */ z.maxLength(320));

/**
 * Whom an e-mail goes to: an address, alone or behind a name (`Maria <maria@home.example>`). Settled (`settledRecipient`): its domain is written in
 * ASCII, whatever letters were typed.
 */
export const EmailRecipient = /* @__PURE__ */ formText(RECIPIENT_LIMIT).check(
  /* @__PURE__ */ z.overwrite((text) => settledRecipient(text) ?? text),
  /* @__PURE__ */ z.refine((text) => settledRecipient(text) !== null, { error: 'NOT_AN_EMAIL_ADDRESS' }),
);

/**
 * Made by the client for each thing it sends; repeating it never stores the thing twice (domain: client sends). Those that begin
 * with what the server keeps for itself (`RESERVED_PREFIXES`) are refused. One that begins with `anew-` and an event's id says that the message takes the place of that event, which was
 * not delivered (`anewOf`).
 */
export const ClientMessageId = /* @__PURE__ */ z.string().check(
  z.minLength(8),
  z.maxLength(CLIENT_MESSAGE_ID_LIMIT),
  z.regex(/^[\w-]+$/),
  z.refine((id) => !isReservedId(id), { error: 'ID_OF_SERVER' }),
);

/**
 * Chosen by the client for something that it asks to be made: whoever asks again by the same id, since no answer came, is answered what was
 * made then. CREATION_ID_USED where the id was used for something else, or by somebody else.
 */
export const ClientCreationId = /* @__PURE__ */ z.uuid().check(/* @__PURE__ */ z.toLowerCase());

/** The numbers of a room's history: places, changes and running counts. Far below 2^53. */
/**
 * A whole number of a query, from `least` to `most`, in decimal digits: nothing, signs, exponents and other bases are no number here. Our own
 * clients give numbers.
 */
/* @__NO_SIDE_EFFECTS__ */
export const askedNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.pipe(
    z.transform((given: unknown) => (typeof given !== 'string' ? given : /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN)),
    z.int().check(z.minimum(least), z.maximum(most)),
  );

export const Count = /* @__PURE__ */ z.int().check(z.nonnegative());

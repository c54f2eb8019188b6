import * as z from 'zod/mini';

/** Every id on the wire: a UUID (version 7 for what we make ourselves), in small letters whatever came. */
export const Id = /* @__PURE__ */ z.uuid().check(/* @__PURE__ */ z.toLowerCase());

/** A moment: ISO 8601 in UTC, with milliseconds. */
export const Instant = z.iso.datetime();

/**
 * Whether anything of a text would be seen. Spaces, controls, and what Unicode tells programs to draw as nothing (zero-width
 * spaces and joiners, byte order mark, fillers) are not; nor is the braille pattern without dots.
 */
export const hasVisible = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u.test(text);

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

/** Made by the client for each thing it sends; repeating it never stores the thing twice (domain: client sends). */
export const ClientMessageId = /* @__PURE__ */ z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w-]+$/));

/** The numbers of a room's history: places, changes and running counts. Far below 2^53. */
export const Count = /* @__PURE__ */ z.int().check(z.nonnegative());

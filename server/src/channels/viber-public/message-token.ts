const TOKEN = /"message_token"\s*:\s*"?(\d+)/;

/**
 * The id of a message in what Viber says, callbacks and answers alike: a 64-bit number, which JSON.parse would round, so that neighbours became
 * equal. It is taken from the text as it came. Words of a customer cannot stand in for it: within a JSON string each quote has a backslash before it.
 */
export const messageTokenIn = (text: string): string | null => TOKEN.exec(text)?.[1] ?? null;

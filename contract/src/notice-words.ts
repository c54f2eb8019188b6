/** A notice shows no more of a message than this (communications, section 9). */
const MOST_SIGNS = 75;

/** At most 75 characters, as people count them, and an ellipsis where more was said: no sign is cut in half (BUG-084). */
export function shortened(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  // Whoever has no more units has no more signs, and the segmenter is dear.
  if (line.length <= MOST_SIGNS) return line;
  const signs = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)];
  return signs.length <= MOST_SIGNS
    ? line
    : `${signs
        .slice(0, MOST_SIGNS)
        .map(({ segment }) => segment)
        .join('')
        .trimEnd()}…`;
}

/** A sign of a customer without a name that can be told and does not change: four digits, made of the contact's id. */
export function signOfContact(contact: string): string {
  let hash = 0x811c9dc5;
  for (const sign of contact) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return String(1000 + (hash % 9000));
}

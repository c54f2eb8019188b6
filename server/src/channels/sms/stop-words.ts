/** What customers write to get nothing more, and to get it again: the words of the trade, in both languages. */
const STOP: ReadonlySet<string> = new Set(['STOP', 'СТОП', 'STOPALL', 'UNSUBSCRIBE', 'ОТПИШИ']);
const START: ReadonlySet<string> = new Set(['START', 'СТАРТ', 'UNSTOP', 'SUBSCRIBE', 'ЗАПИШИ']);

/** Whether a message is that word and nothing else. @returns null for any other message */
export function subscriptionIn(text: string): { subscribed: boolean } | null {
  const word = text
    .trim()
    .replace(/[.!]+$/, '')
    .toUpperCase();
  if (STOP.has(word)) return { subscribed: false };
  return START.has(word) ? { subscribed: true } : null;
}

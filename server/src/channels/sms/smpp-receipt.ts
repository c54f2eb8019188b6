import { stateOfNumber } from './outcomes.ts';

/** A receipt as a carrier brings it over SMPP: fields where it sends them, and its text. */
export interface ReceiptFields {
  /** receipted_message_id */
  messageId?: string | undefined;
  /** message_state */
  state?: number | undefined;
  text: string;
}

export interface Receipt {
  id: string;
  /** A word of the receipts' states, such as DELIVRD. */
  state: string;
  /** The carrier's own number for the error; null where it says none. */
  error: string | null;
  /** When it was done, as the carrier writes it. */
  doneAt: string | null;
}

/**
 * Reads a delivery receipt (SMPP 3.4, appendix B): fields win over the text, whose keys come in any case and order.
 * Throws when it names no message or no state.
 */
export function readReceipt({ messageId, state, text }: ReceiptFields): Receipt {
  const word = (pattern: RegExp): string | null => pattern.exec(text)?.[1] ?? null;
  const id = messageId?.replaceAll('\u0000', '').trim() || word(/\bid:\s*(\S+)/i);
  const stat = (state === undefined ? undefined : stateOfNumber(state)) ?? word(/\bstat:\s*(\w+)/i);
  if (!id) throw new Error('the receipt names no message');
  if (!stat) throw new Error('the receipt names no state');
  return { id, state: stat.toUpperCase(), error: word(/\berr:\s*(\w+)/i), doneAt: word(/\bdone date:\s*(\d{10,12})/i) };
}

/** What one other process has published, as far as it was heard. */
interface Sender {
  /** The number of its last message that was heard whole, or given up. */
  upTo: number;
  heardAt: number;
  /** The pieces of the one after it that have come. */
  pieces: Uint8Array[];
}

/** A process that gave no sign of life for so long is gone. */
const FORGOTTEN_AFTER = 60_000;

/** Numbers of what other processes publish: they show what was lost, whoever lost it. */
export interface NumberedSenders {
  /**
   * A piece of a message. @returns the whole message with its last piece, else null
   * @param piece which of how many
   */
  heard(sender: string, number: number, piece: { index: number; count: number; bytes: Uint8Array }): Uint8Array | null;
  /** The sender's word for how much it has published so far. */
  saidToHavePublished(sender: string, number: number): void;
  /** How many other processes there are. */
  count(): number;
}

/**
 * Messages of each sender come in order, in pieces that follow each other. A number that is left out tells `missed`.
 *
 * @param listensSince since when this process hears the others, null while it does not
 * @param settledAfter after so many ms of listening a sender that is not known cannot have been there before: what such a one published
 *   before it was first heard was missed as well
 * @param now milliseconds of a clock that never goes back
 */
export function numberedSenders({
  missed,
  listensSince,
  settledAfter,
  now = () => performance.now(),
}: {
  missed: () => void;
  listensSince: () => number | null;
  settledAfter: number;
  now?: () => number;
}): NumberedSenders {
  const senders = new Map<string, Sender>();

  /** @param before the number before the one that is heard now */
  function known(id: string, before: number): Sender {
    const at = now();
    const since = listensSince() ?? at;
    let sender = senders.get(id);
    if (!sender) {
      for (const [other, { heardAt }] of senders) if (at - Math.max(heardAt, since) > FORGOTTEN_AFTER) senders.delete(other);
      sender = { upTo: at - since > settledAfter ? 0 : before, heardAt: at, pieces: [] };
      senders.set(id, sender);
    }
    sender.heardAt = at;
    return sender;
  }

  /** Everything up to this number is over; tells when some of it was not heard. */
  function passOver(sender: Sender, upTo: number): void {
    if (upTo <= sender.upTo) return;
    sender.upTo = upTo;
    sender.pieces = [];
    missed();
  }

  return {
    heard(id, number, { index, count, bytes }) {
      const sender = known(id, number - 1);
      passOver(sender, number - 1);
      // The rest of one that was given up.
      if (number <= sender.upTo) return null;
      if (index !== sender.pieces.length) {
        passOver(sender, number);
        return null;
      }
      sender.pieces.push(bytes);
      if (sender.pieces.length < count) return null;
      const whole = count === 1 ? bytes : Buffer.concat(sender.pieces);
      sender.upTo = number;
      sender.pieces = [];
      return whole;
    },
    saidToHavePublished(id, number) {
      passOver(known(id, number), number);
    },
    count: () => senders.size,
  };
}

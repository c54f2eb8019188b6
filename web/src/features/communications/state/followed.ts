/**
 * Something that is read once and goes on by frames that bear no number of a room: nothing tells that one was missed, and an answer may be older
 * than what was told while it was on its way.
 */
export interface Followed<Value, Told> {
  /** As it was read, and told since; null while it is not held. */
  readonly value: Value | null;
  /** The reading that is on its way, and what was told since it was asked for, in order. */
  readonly asked: { readonly no: number; readonly told: readonly Told[] } | null;
}

export const unheld: Followed<never, never> = { value: null, asked: null };

/** It is being read; of readings that cross, the one that was asked last counts. What is held stays meanwhile. */
export const ask = <Value, Told>({ value }: Followed<Value, Told>, no: number): Followed<Value, Told> => ({
  value,
  asked: { no, told: [] },
});

/** That reading has not come. */
export const giveUp = <Value, Told>(held: Followed<Value, Told>, no: number): Followed<Value, Told> =>
  held.asked?.no === no ? { ...held, asked: null } : held;

/** The answer to that reading, with what was told meanwhile; one that nobody waits for any more changes nothing. */
export const answer = <Value, Told>(
  held: Followed<Value, Told>,
  no: number,
  read: Value,
  apply: (value: Value, told: Told) => Value,
): Followed<Value, Told> => (held.asked?.no === no ? { value: held.asked.told.reduce(apply, read), asked: null } : held);

/** After such a frame. Where nothing is held and nothing asked, whatever is read later tells it. */
export const hear = <Value, Told>(
  { value, asked }: Followed<Value, Told>,
  told: Told,
  apply: (value: Value, told: Told) => Value,
): Followed<Value, Told> => ({
  value: value === null ? null : apply(value, told),
  asked: asked === null ? null : { ...asked, told: [...asked.told, told] },
});

import type { Outcome, Outgoing } from '../../rooms/index.ts';

/**
 * Sends words, and then the picture or file for which they have no place beside them: two messages of the provider's that are one of ours. Words that a
 * try before this one has brought are not sent again, whatever became of the rest; what is not known of the rest does not undo them.
 */
export async function inTwo(
  { taken: [before] }: Pick<Outgoing, 'taken'>,
  sendWords: () => Promise<Outcome>,
  sendRest: () => Promise<Outcome>,
): Promise<Outcome> {
  const said: Outcome = before === undefined ? await sendWords() : { outcome: 'ACCEPTED', providerMessageId: before };
  if (said.outcome !== 'ACCEPTED') return said;
  const words = said.providerMessageId;
  const rest = await sendRest().catch((error: unknown): Outcome => ({ outcome: 'UNKNOWN', answer: String(error) }));
  if (rest.outcome !== 'ACCEPTED') return { ...rest, taken: [words] };
  return { ...rest, partIds: [words, rest.providerMessageId] };
}

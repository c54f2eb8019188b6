import type { Room } from '@parley/contract';
import { useCommunications, useStorePart } from '../context.ts';
import { answeredAt, isAsked, sendAnyway, toFields } from './answered.ts';
import { Question } from './Question.tsx';

/**
 * Above the composer, where something was not sent because a colleague had answered meanwhile: whether it is to go all the same. What was written stands
 * among the messages as not sent until that is said.
 */
export function AnsweredQuestion({ room: { id } }: { room: Room }) {
  const communications = useCommunications();
  const pending = useStorePart(({ state }) => state.pending.get(id));
  const asked = pending?.filter(isAsked) ?? [];
  const [first] = asked;
  if (first === undefined) return null;
  return (
    <Question
      roomId={id}
      answer={{ name: String(first.params.name), seq: answeredAt(asked) }}
      onSend={() => sendAnyway(communications, asked)}
      onBack={() => void toFields(communications, asked)}
    />
  );
}

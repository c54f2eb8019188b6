import type { Room } from '@parley/contract';
import { AnsweredQuestion } from '../others/AnsweredQuestion.tsx';
import { AskedAgain } from '../others/AskedAgain.tsx';
import { ScheduledStrip } from '../scheduled/ScheduledStrip.tsx';
import { useTold } from '../scheduled/use-told.ts';

/** What stands above the composer of a customer's room and is seldom there: what is sent later, and what is asked before it is sent. */
export function AboveComposer({ room }: { room: Room }) {
  const told = useTold(room.id);
  return (
    <>
      <ScheduledStrip room={room} told={told} />
      <AskedAgain messages={told.all} />
      <AnsweredQuestion room={room} />
    </>
  );
}

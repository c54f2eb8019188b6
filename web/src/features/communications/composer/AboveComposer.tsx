import type { Room } from '@parley/contract';
import { AnsweredQuestion } from '../others/AnsweredQuestion.tsx';
import { ScheduledStrip } from '../scheduled/ScheduledStrip.tsx';

/** What stands above the composer of a customer's room and is seldom there: what is sent later, and what is asked before it is sent. */
export function AboveComposer({ room }: { room: Room }) {
  return (
    <>
      <ScheduledStrip room={room} />
      <AnsweredQuestion room={room} />
    </>
  );
}

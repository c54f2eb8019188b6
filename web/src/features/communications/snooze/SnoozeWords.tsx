import { serverNow } from '../../../api/server-clock.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Unseen } from '../../../ui/Unseen.tsx';
import { shortWhen } from '../room/room-words.ts';
import { snoozedUntil } from './snoozed-until.ts';

/** Until when something sleeps; without a time only the customer wakes it. Of one of several with its channel. */
export function useSnoozedUntil(until: string | null, channel: string | null = null): string {
  const text = useText();
  const { key, params } = snoozedUntil(until, channel);
  return text(key, params);
}

/** When a room of the list wakes. */
export function Wakes({ at, className }: { at: string | null; className: string | undefined }) {
  const text = useText();
  const format = useFormat();
  const words = useSnoozedUntil(at);
  return (
    <span className={className} title={words}>
      <span aria-hidden="true">
        <Icon name="clock" size={14} /> {at === null ? '…' : text('SNOOZE_ROW_UNTIL', { time: shortWhen(at, serverNow(), text, format) })}
      </span>
      <Unseen>{words}</Unseen>
    </span>
  );
}

export function NothingSnoozed() {
  const text = useText();
  return <EmptyState icon="clock" title={text('SNOOZE_EMPTY')} words={text('SNOOZE_EMPTY_WORDS')} />;
}

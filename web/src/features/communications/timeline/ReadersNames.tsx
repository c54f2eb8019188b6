import type { Room } from '@parley/contract';
import { currentLanguage, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useColleagueName } from '../names.ts';

/** So many are named; of more it is said how many. */
const NAMED = 3;

/** Who has read up to a message, in words; all of them by name on hover. */
export function ReadersNames({ type, userIds, areAll }: { type: Room['type']; userIds: readonly string[]; areAll: boolean }) {
  const text = useText();
  const nameOf = useColleagueName();
  const names = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(userIds.map(nameOf));
  const words =
    type === 'INTERNAL'
      ? text('COMMUNICATIONS_STATUS_SEEN')
      : areAll
        ? text('COMMUNICATIONS_SEEN_BY_ALL')
        : userIds.length > NAMED
          ? text('COMMUNICATIONS_SEEN_BY_MANY', { count: userIds.length })
          : text('COMMUNICATIONS_SEEN_BY', { names });
  return (
    <>
      <Icon name="eye" size={14} />
      <span title={names}>{words}</span>
    </>
  );
}

import type { Timeslot } from '@parley/contract';
import { isOpen } from '@parley/contract/timeslots/calendar';
import { serverNow } from '../../../api/server-clock.ts';
import { number, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { Column } from '../../../ui/list/column.ts';
import { weekWords } from './day-words.ts';
import styles from './Timeslots.module.css';

const openKey = (open: boolean) => (open ? 'TIMESLOTS_OPEN' : 'TIMESLOTS_CLOSED');

function OpenWord({ timeslot }: { timeslot: Timeslot }) {
  const text = useText();
  const open = isOpen(timeslot, serverNow());
  return (
    <span className={styles.openWord} data-open={open}>
      <Icon name={open ? 'check' : 'pause'} size={14} /> {text(openKey(open))}
    </span>
  );
}

/**
 * What the list of timeslots can show of each.
 *
 * @param hasOneZone all keep to the account's time zone, which need not be said in every row then
 */
export function useTimeslotColumns(hasOneZone: boolean): Column<Timeslot>[] {
  const text = useText();
  return [
    {
      id: 'name',
      name: text('TIMESLOTS_NAME'),
      sortBy: 'name',
      cell: ({ name, description }) => (
        <span className={styles.named}>
          <strong>{name}</strong> <span className={styles.quiet}>{description}</span>
        </span>
      ),
      written: ({ name }) => name,
    },
    { id: 'description', name: text('TIMESLOTS_DESCRIPTION'), cell: ({ description }) => description, seldom: true },
    {
      id: 'now',
      name: text('TIMESLOTS_NOW'),
      cell: (timeslot) => <OpenWord timeslot={timeslot} />,
      written: (timeslot) => text(openKey(isOpen(timeslot, serverNow()))),
    },
    { id: 'hours', name: text('TIMESLOTS_HOURS'), cell: ({ workingTime }) => weekWords(workingTime), wide: true },
    {
      id: 'zone',
      name: text('TIMESLOTS_ZONE'),
      cell: ({ timezone }) => timezone,
      wide: true,
      ...(hasOneZone ? { seldom: true as const } : {}),
    },
    {
      id: 'priority',
      name: text('TIMESLOTS_PRIORITY'),
      sortBy: 'priority',
      cell: ({ priority }) => number(priority),
      written: ({ priority }) => priority,
      align: 'end',
    },
  ];
}

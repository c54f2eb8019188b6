import { activeRun, useActive } from '../../../commands/active.ts';
import { type CommandId, entryOf } from '../../../commands/command-table.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LazyMenu } from '../../../ui/LazyMenu.tsx';
import styles from './RoomMenu.module.css';

/** What can be done with a room beside its main action, in this order. */
const commands = [
  'room.resolve',
  'room.transfer',
  'room.snooze',
  'room.wake',
  'room.discuss',
  'room.star',
] as const satisfies readonly CommandId[];

interface RoomMenuProps {
  isStarred: boolean;
  /** Resolving is not the main action. */
  resolves: boolean;
  /** What a verb is called that is done to the room's conversation. */
  deedOn: (deed: string) => string;
}

/** What is done with the open room on a phone, where the buttons of its head would leave no place for its name. */
export function RoomMenu({ isStarred, resolves, deedOn }: RoomMenuProps) {
  const text = useText();
  const offered = useActive(({ registrations }) =>
    commands.filter((id) => (resolves || id !== 'room.resolve') && registrations.some((one) => one.id === id)).join(' '),
  );
  const label = text('COMMUNICATIONS_ROOM_MENU');
  const names = { 'room.star': isStarred ? 'COMMUNICATIONS_UNSTAR' : 'COMMUNICATIONS_STAR' } as const;
  return (
    <span className={styles.menu} data-room-menu>
      <LazyMenu
        position="bottom-end"
        width={260}
        button={
          <IconButton aria-label={label} title={label}>
            <Icon name="more" size={20} />
          </IconButton>
        }
      >
        {(Menu) =>
          commands
            .filter((id) => offered.split(' ').includes(id))
            .map((id) => (
              <Menu.Item key={id} leftSection={<Icon name={entryOf(id).icon} />} onClick={() => activeRun(id)?.('palette')}>
                {id === 'room.star' ? text(names[id]) : id === 'room.discuss' ? text(entryOf(id).name) : deedOn(text(entryOf(id).name))}
              </Menu.Item>
            ))
        }
      </LazyMenu>
    </span>
  );
}

import type { Room } from '@parley/contract';
import { useState } from 'react';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LazyMenu } from '../../../ui/LazyMenu.tsx';
import { useCommunications } from '../context.ts';
import { useGo } from '../place.ts';
import { roomName } from '../room/room-words.ts';
import { AddColleaguesDialog } from './AddColleaguesDialog.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';

/** What can be done with a group: its name, who is in it, and the way out. */
export function GroupMenu({ room }: { room: Room }) {
  const text = useText();
  const go = useGo();
  const { me } = useCommunications();
  const [asks, setAsks] = useState<'name' | 'people' | 'leave' | null>(null);
  const label = text('COMMUNICATIONS_GROUP_MENU');
  const close = () => setAsks(null);
  return (
    <>
      <LazyMenu
        position="bottom-end"
        button={
          <IconButton aria-label={label} title={label}>
            <Icon name="more" size={20} />
          </IconButton>
        }
      >
        {(Menu) => (
          <>
            <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setAsks('name')}>
              {text('COMMUNICATIONS_GROUP_RENAME')}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="useradd" />} onClick={() => setAsks('people')}>
              {text('COMMUNICATIONS_GROUP_ADD')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="out" />} onClick={() => setAsks('leave')}>
              {text('COMMUNICATIONS_GROUP_LEAVE')}
            </Menu.Item>
          </>
        )}
      </LazyMenu>
      {asks === 'name' ? <RenameDialog room={room} onClose={close} /> : null}
      {asks === 'people' ? <AddColleaguesDialog room={room} onClose={close} /> : null}
      {asks === 'leave' ? (
        <LeaveDialog
          roomId={room.id}
          name={roomName(room, text, me)}
          me={me}
          onLeft={() => go({ roomId: null, tab: 0 }, { replace: true })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

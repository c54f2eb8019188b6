import type { Room } from '@parley/contract';
import { useContext, useState } from 'react';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LazyMenu } from '../../../ui/LazyMenu.tsx';
import { useCommunications } from '../context.ts';
import { useGo } from '../place.ts';
import { roomName } from '../room/room-words.ts';
import { AskOfGroup } from './asking.ts';
import { LeaveDialog } from './LeaveDialog.tsx';

/** What can be done with a group: its name, who is in it, and the way out. */
export function GroupMenu({ room }: { room: Room }) {
  const text = useText();
  const go = useGo();
  const { me } = useCommunications();
  const ask = useContext(AskOfGroup);
  const [leaves, setLeaves] = useState(false);
  const label = text('COMMUNICATIONS_GROUP_MENU');
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
            <Menu.Item leftSection={<Icon name="edit" />} onClick={() => ask('name')}>
              {text('COMMUNICATIONS_GROUP_RENAME')}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="useradd" />} onClick={() => ask('people')}>
              {text('COMMUNICATIONS_GROUP_ADD')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<Icon name="out" />} onClick={() => setLeaves(true)}>
              {text('COMMUNICATIONS_GROUP_LEAVE')}
            </Menu.Item>
          </>
        )}
      </LazyMenu>
      {leaves ? (
        <LeaveDialog
          roomId={room.id}
          name={roomName(room, text, me)}
          me={me}
          onLeft={() => go({ roomId: null, tab: 0 }, { replace: true })}
          onClose={() => setLeaves(false)}
        />
      ) : null}
    </>
  );
}

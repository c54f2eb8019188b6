import type { Room } from '@parley/contract';
import { useState } from 'react';
import { useText } from '../../../text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { useRoomActions } from '../actions.ts';
import { useCommunications } from '../context.ts';
import { useGo } from '../place.ts';
import { setWritesIn } from '../store.ts';

/** Takes the waiting conversation; whoever takes it goes on by writing, so that the composer gets the focus. */
export function TakeButton({ room, variant = 'filled' }: { room: Room; variant?: 'filled' | 'light' }) {
  const text = useText();
  const go = useGo();
  const { store } = useCommunications();
  const { take } = useRoomActions();
  const [works, setWorks] = useState(false);
  const press = async () => {
    setWorks(true);
    const taken = await take(room);
    setWorks(false);
    // The reader may have gone on to another room meanwhile.
    if (!taken || store.getState().navigation.openRoomId !== room.id) return;
    setWritesIn(store, room.id);
    go({ roomId: room.id, tab: 0 }, { replace: true });
  };
  return (
    <Button variant={variant} leftSection={<Icon name="useradd" />} loading={works} onClick={() => void press()}>
      {text('COMMUNICATIONS_TAKE')}
    </Button>
  );
}

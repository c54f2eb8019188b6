import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../session/current-user.ts';
import { useText } from '../../text.ts';
import { PageNotice } from '../../ui/PageNotice.tsx';

/** Says plainly that this area is not in this version yet, and leads to the work that is. */
export function LaterPage() {
  const text = useText();
  const talks = useCan(['rooms', 'read']);
  return (
    <PageNotice
      icon="clock"
      title={text('FRAME_LATER')}
      words={text(talks ? 'FRAME_LATER_WORDS' : 'FRAME_LATER_WORDS_SUPER_ADMIN')}
      action={
        talks ? (
          <Button component={Link} to="/communications/{-$roomId}">
            {text('FRAME_OPEN_COMMUNICATIONS')}
          </Button>
        ) : undefined
      }
    />
  );
}

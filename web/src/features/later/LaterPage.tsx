import { useText } from '../../text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageNotice } from '../../ui/PageNotice.tsx';

/** Says plainly that this area is not in this version yet, and leads to the work that is. */
export function LaterPage() {
  const text = useText();
  return (
    <PageNotice
      icon="clock"
      title={text('FRAME_LATER')}
      words={text('FRAME_LATER_WORDS')}
      action={<LinkButton to={{ to: '/communications/{-$roomId}' }}>{text('FRAME_OPEN_COMMUNICATIONS')}</LinkButton>}
    />
  );
}

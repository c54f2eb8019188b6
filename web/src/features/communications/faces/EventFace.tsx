import type { RoomEvent } from '@parley/contract';
import { hasVisible } from '@parley/contract';
import { useText } from '../../../text.ts';
import { WrittenText } from '../timeline/WrittenText.tsx';
import { CallFace } from './CallFace.tsx';
import { EmailFace } from './EmailFace.tsx';
import { RichMediaFace } from './RichMediaFace.tsx';
import { UnsupportedMediaFace } from './UnsupportedMediaFace.tsx';
import { isCall, isEmail } from './whole.ts';

/** An event that is more than words and files (communications, section 3). Whatever of it is missing, something is said. */
export function EventFace({ event }: { event: RoomEvent }) {
  const text = useText();
  const { type, message, email, call, startTime } = event.eventData;
  const kind = message?.type ?? type;
  if (isEmail(email)) return <EmailFace event={event} email={email} />;
  if (isCall(call)) return <CallFace call={call} startTime={startTime ?? event.createdAt} words={message?.text ?? null} />;
  if (kind === 'UNSUPPORTED_MEDIA' || type === 'UNSUPPORTED_MEDIA') return <UnsupportedMediaFace message={message} />;
  if (message !== null && (kind === 'RICH_MEDIA' || type === 'RICH_MEDIA')) return <RichMediaFace message={message} />;
  if (message?.text && hasVisible(message.text)) return <WrittenText text={message.text} />;
  if (kind === 'CUSTOMER_SUBSCRIBED') return <span>{text('COMMUNICATIONS_EVENT_CUSTOMER_SUBSCRIBED')}</span>;
  if (kind === 'CUSTOMER_UNSUBSCRIBED') return <span>{text('COMMUNICATIONS_EVENT_CUSTOMER_UNSUBSCRIBED')}</span>;
  return (
    <span>
      {text(
        type === 'CALL' ? 'COMMUNICATIONS_MESSAGE_CALL' : type === 'EMAIL' ? 'COMMUNICATIONS_MESSAGE_EMAIL' : 'FACE_UNSUPPORTED_UNKNOWN',
      )}
    </span>
  );
}

import { chatStatusNames } from '../../../frame/chat-status-names.ts';
import { useText } from '../../../text.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { Unseen } from '../../../ui/Unseen.tsx';
import { usePresenceOf } from './presence.ts';

/** Whether a colleague is there, as a dot on their picture: its word for who cannot see it. Nothing until it is known. */
export function PresenceMark({ userId }: { userId: string }) {
  const text = useText();
  const status = usePresenceOf(userId);
  if (status === null) return null;
  return (
    <>
      <StatusDot status={status} />
      <Unseen>{text(chatStatusNames[status])}</Unseen>
    </>
  );
}

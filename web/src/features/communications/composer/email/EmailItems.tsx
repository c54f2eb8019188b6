import type { Menu } from '@mantine/core';
import type { Room, RoomEvent } from '@parley/contract';
import { useCan } from '../../../../session/current-user.ts';
import { type TextKey, useText } from '../../../../text.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import type { IconName } from '../../../../ui/icon-names.ts';
import { useCommunications } from '../../context.ts';
import { answerEmail } from './answer-email.ts';
import type { AnswerKind } from './standing-email.ts';

const items: readonly { kind: AnswerKind; name: TextKey; icon: IconName }[] = [
  { kind: 'REPLY', name: 'EMAIL_REPLY', icon: 'reply' },
  { kind: 'REPLY_ALL', name: 'EMAIL_REPLY_ALL', icon: 'replyall' },
  { kind: 'FORWARD', name: 'EMAIL_FORWARD', icon: 'forward' },
];

/** What is done with an e-mail: it is answered, or passed on. */
export function EmailItems({ parts: Parts, event, room }: { parts: typeof Menu; event: RoomEvent; room: Room }) {
  const text = useText();
  const { store } = useCommunications();
  const maySend = useCan(['rooms', 'send']);
  const { email } = event.eventData;
  if (email == null || !maySend) return null;
  return items.map(({ kind, name, icon }) => (
    <Parts.Item key={kind} leftSection={<Icon name={icon} />} onClick={() => void answerEmail(store, room, { event, email }, kind)}>
      {text(name)}
    </Parts.Item>
  ));
}

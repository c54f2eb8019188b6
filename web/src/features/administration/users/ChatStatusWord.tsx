import type { ChatStatus } from '@parley/contract';
import { chatStatusNames } from '../../../frame/chat-status-names.ts';
import { useText } from '../../../text.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import styles from './Users.module.css';

/** Whether somebody takes chats just now, as they chose it themselves. */
export function ChatStatusWord({ status }: { status: ChatStatus }) {
  const text = useText();
  return (
    <span className={styles.status}>
      <StatusDot status={status} /> {text('USERS_CHAT_STATUS_IS', { status: text(chatStatusNames[status]) })}
    </span>
  );
}

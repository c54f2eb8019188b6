import type { WidgetAppearance } from '@parley/contract/entities/widget';
import type { ChatState } from '../state/chat-state.ts';
import { useWords } from '../text.ts';
import { Icon } from './Icon.tsx';

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');

interface HeaderProps {
  widget: WidgetAppearance;
  state: ChatState;
  muted: boolean;
  mute(next: boolean): void;
  close(): void;
}

/** Who is there: the account's words, or the agent by given name; how the conversation stands; sound on or off; the way out. */
export function Header({ widget, state, muted, mute, close }: HeaderProps) {
  const words = useWords();
  const { agentName } = state.conversation;
  return (
    <header className="head">
      <span className="avatar" aria-hidden="true">
        {agentName ? initials(agentName) : <Icon of="talk" />}
      </span>
      <div className="who">
        <h1>{agentName ?? widget.headerText}</h1>
        {agentName && <p>{widget.headerText}</p>}
      </div>
      <button type="button" className="plain" aria-label={words('WIDGET_MUTE')} aria-pressed={muted} onClick={() => mute(!muted)}>
        <Icon of={muted ? 'silent' : 'sound'} />
      </button>
      <button type="button" className="plain" aria-label={words('WIDGET_CLOSE')} onClick={close}>
        <Icon of="close" />
      </button>
    </header>
  );
}

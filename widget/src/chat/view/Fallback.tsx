import { Component, type ReactNode } from 'react';
import { useWords } from '../text.ts';
import { Icon } from './Icon.tsx';

/** Whatever breaks in the chat, the visitor can always close it: on a phone it covers the whole page. */
export class Fallback extends Component<{ close(): void; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Broken close={this.props.close} /> : this.props.children;
  }
}

function Broken({ close }: { close(): void }) {
  const words = useWords();
  return (
    <>
      <header className="head">
        <div className="who" />
        <button type="button" className="plain" aria-label={words('WIDGET_CLOSE')} onClick={close}>
          <Icon of="close" />
        </button>
      </header>
      <div className="ended" role="alert">
        <p>{words('WIDGET_UNREACHABLE')}</p>
        <button type="button" className="main" onClick={() => location.reload()}>
          {words('WIDGET_TRY_AGAIN')}
        </button>
      </div>
    </>
  );
}

import type { WidgetAppearance } from '@parley/contract/entities/widget';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Talk } from '../talk.ts';
import { useWords } from '../text.ts';
import { Composer } from './Composer.tsx';
import { Header } from './Header.tsx';
import { Icon } from './Icon.tsx';
import { Introduction } from './Introduction.tsx';
import { Log } from './Log.tsx';
import { useLogScroll } from './use-log-scroll.ts';

const standings = {
  NONE: '',
  ASSIGNED: '',
  WAITING: 'WIDGET_STATE_WAITING',
  LEFT: 'WIDGET_STATE_LEFT',
  RESOLVED: 'WIDGET_STATE_RESOLVED',
  BLOCKED: 'WIDGET_BLOCKED',
} as const;

/** The whole chat, from the header to the composer. */
export function Chat({ widget, talk, sendsMail }: { widget: WidgetAppearance; talk: Talk; sendsMail: boolean }) {
  const words = useWords();
  const state = useSyncExternalStore(talk.subscribe, talk.state);
  const asks = useSyncExternalStore(talk.subscribe, talk.asks);
  const muted = useSyncExternalStore(talk.subscribe, talk.isMuted);
  const open = useSyncExternalStore(talk.onOpen, talk.isOpen);
  const log = useRef<HTMLDivElement>(null);
  const { scrolled, toEnd, below, away } = useLogScroll(talk, state, open, log);
  // Told more by a part that comes only for those who wait.
  const line = useCallback(
    (place: HTMLElement | null) => {
      if (place === null) return;
      const stop = new AbortController();
      import('../waiting.ts').then((part) => part.tellWaiting(place, words, talk.waiting, stop.signal), talk.partFailed);
      return () => stop.abort();
    },
    [talk, words],
  );
  const older = useCallback(() => void talk.older(), [talk]);
  const { conversation, session } = state;
  const blocked = conversation.state === 'BLOCKED';
  const loading = session === 'LOADING' && state.events.length === 0;

  // Not by an animation frame: a hidden frame of another site gets none.
  useEffect(() => talk.ready(), [talk]);

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      // What lies open above the chat is closed first.
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) talk.close();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [talk]);

  const standing =
    session === 'ENDED' ? undefined : standings[conversation.state === 'WAITING' && widget.nobodyThere ? 'LEFT' : conversation.state];

  return (
    <>
      <Header widget={widget} state={state} muted={muted} mute={talk.mute} close={talk.close} />
      <div className="trouble" role="status">
        {state.connection === 'LOST' && words('WIDGET_CONNECTION_LOST')}
        {state.connection === 'OUTDATED' && words('WIDGET_OUTDATED')}
      </div>
      <div
        ref={log}
        className="log"
        role="log"
        aria-label={words('WIDGET_LOG')}
        aria-busy={state.older === 'LOADING'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onScroll={scrolled}
      >
        {loading && <div className="line">{words('WIDGET_LOADING')}</div>}
        {/* What waits to be sent is seen to wait. */}
        {(!loading || state.outbox.length > 0) && (
          <Log
            state={state}
            welcome={loading ? '' : widget.welcomeMessage}
            files={talk.files}
            older={older}
            sendAgain={blocked ? null : talk.sendAgain}
          />
        )}
        {conversation.state === 'NONE' && session !== 'ENDED' && widget.opensAt !== null && (
          <div className="line">{words('WIDGET_OPENS_AT', { time: words.moment(widget.opensAt) })}</div>
        )}
        {standing && (
          <div
            className="line standing"
            data-grows={standing === standings.WAITING || undefined}
            ref={conversation.state === 'WAITING' ? line : null}
          >
            {words(standing)}
          </div>
        )}
        {sendsMail && conversation.state === 'RESOLVED' && (
          <button type="button" className="text" onClick={() => talk.askTranscript(words)}>
            {words('WIDGET_TRANSCRIPT')}
          </button>
        )}
      </div>
      <div className="strip">
        {away && below > 0 ? (
          <button type="button" className="text" onClick={toEnd}>
            <Icon of="down" />
            {words('WIDGET_NEW_BELOW', { count: below })}
          </button>
        ) : (
          state.typing && (
            <span className="typing">
              <span className="dots" aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
              {words('WIDGET_TYPING', { name: state.typing })}
            </span>
          )
        )}
      </div>
      {session === 'ENDED' && (
        <div className="ended" role="status">
          <p>{words('WIDGET_ENDED')}</p>
          <button type="button" className="main" onClick={talk.startAnew}>
            {words('WIDGET_START_NEW')}
          </button>
        </div>
      )}
      {asks && session !== 'ENDED' && <Introduction widget={widget} talk={talk} />}
      <Composer key={state.visitor} talk={talk} attachments={state.attachments} open={open} ended={session === 'ENDED' || blocked} />
    </>
  );
}

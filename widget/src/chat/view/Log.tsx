import type { EventFile } from '@parley/contract/entities/file';
import { memo } from 'react';
import type { ChatState } from '../state/chat-state.ts';
import type { Talk } from '../talk.ts';
import { useWords } from '../text.ts';
import { FileMessage, isPicture } from './FileMessage.tsx';
import { Icon } from './Icon.tsx';
import { linkParts } from './links.ts';
import { type Row, rowsOf } from './rows.ts';

interface LogProps {
  state: ChatState;
  welcome: string;
  files: Talk['files'];
  older(): void;
  /** Null where it would be in vain. */
  sendAgain: ((clientMessageId: string) => void) | null;
}

/** What was said, oldest first. */
export const Log = memo(function Log({ state, welcome, files, older, sendAgain }: LogProps) {
  const words = useWords();
  const now = state.serverTime?.now;
  const rows = rowsOf(state, (instant) => words.day(instant, now ?? instant));
  const onlyToday = rows.every((row) => row.kind !== 'day' || (now !== undefined && words.day(row.at, now) === words('WIDGET_TODAY')));
  return (
    <>
      {!state.complete && (
        <div className="line">
          {state.older === 'FAILED' && <span>{words('WIDGET_HISTORY_FAILED')}</span>}
          <button type="button" className="text" disabled={state.older === 'LOADING'} onClick={older}>
            {words(state.older === 'LOADING' ? 'WIDGET_LOADING' : 'WIDGET_OLDER')}
          </button>
        </div>
      )}
      {state.complete && welcome !== '' && <div className="said theirs first">{linked(welcome)}</div>}
      {rows.map((row) =>
        row.kind === 'day' ? (
          !onlyToday && (
            <div key={row.key} className="line">
              {words.day(row.at, now ?? row.at)}
            </div>
          )
        ) : (
          <LogRow key={row.key} row={row} files={files} sendAgain={sendAgain} />
        ),
      )}
    </>
  );
});

const LogRow = memo(function LogRow({
  row,
  files,
  sendAgain,
}: Pick<LogProps, 'files' | 'sendAgain'> & { row: Exclude<Row, { kind: 'day' }> }) {
  const words = useWords();
  switch (row.kind) {
    case 'writer':
      return <div className="fine writer">{words('WIDGET_WRITER', { name: row.name, time: words.time(row.at) })}</div>;
    case 'theirs':
      return (
        <div className={`said theirs ${shape(row)}`} data-seq={row.channelSeq}>
          {row.file && <FileMessage file={row.file} files={files} sent />}
          {row.text !== '' && <p>{linked(row.text)}</p>}
        </div>
      );
    case 'mine':
      return <Mine {...row} files={files} sent note={row.status && <Delivery status={row.status} at={row.at} />} />;
    case 'unsent': {
      const { message } = row;
      const note =
        message.state !== 'refused' ? (
          words(message.state === 'sending' ? 'WIDGET_SENDING' : 'WIDGET_WAITING')
        ) : (
          <span className="failed">
            <Icon of="alert" />
            {words(message.why ?? 'WIDGET_REFUSED')}{' '}
            {sendAgain && (
              <button type="button" className="text" onClick={() => sendAgain(message.clientMessageId)}>
                {words('WIDGET_RETRY')}
              </button>
            )}
          </span>
        );
      return <Mine first={row.first} text={message.text} file={message.file} files={files} sent={false} note={note} />;
    }
  }
});

/** How the bubble looks that holds this. */
const shape = ({ first, file }: { first: boolean; file: EventFile | null }): string =>
  [first && 'first', file && (isPicture(file) ? 'picture' : 'paper')].filter(Boolean).join(' ');

/** A message with its links. They lead out of the chat, to what somebody else wrote: the other page learns nothing of this one. */
const linked = (text: string): React.ReactNode[] =>
  linkParts(text).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a message's text never changes
      <a key={at} dir="ltr" href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ),
  );

interface MineProps extends Pick<LogProps, 'files'> {
  first: boolean;
  text: string;
  file: EventFile | null;
  sent: boolean;
  note: React.ReactNode;
}

function Mine({ first, text, file, files, sent, note }: MineProps) {
  const words = useWords();
  return (
    // Nobody is to hear what they have just written, nor each sign of its way.
    <div className={first ? 'own first' : 'own'} aria-live="off">
      <div className={`said mine ${shape({ first: false, file })}`}>
        <span className="unseen">{words('WIDGET_YOU')} </span>
        {file && <FileMessage file={file} files={files} sent={sent} />}
        {text !== '' && <p>{linked(text)}</p>}
      </div>
      {note && <div className="fine">{note}</div>}
    </div>
  );
}

function Delivery({ status, at }: { status: 'SENT' | 'DELIVERED' | 'SEEN' | 'ERROR'; at: string }) {
  const words = useWords();
  if (status === 'ERROR') return words('WIDGET_REFUSED');
  const key = { SENT: 'WIDGET_SENT', DELIVERED: 'WIDGET_DELIVERED', SEEN: 'WIDGET_SEEN' } as const;
  return words(key[status], { time: words.time(at) });
}

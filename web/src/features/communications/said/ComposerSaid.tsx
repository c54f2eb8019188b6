import type { Quote, Room } from '@parley/contract';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useCommunications } from '../context.ts';
import { setFields } from '../writing.ts';
import { MentionList } from './MentionList.tsx';
import { useQuotedWords, useQuotedWriter } from './QuoteBlock.tsx';
import styles from './Said.module.css';

interface ComposerSaidProps extends Pick<Parameters<typeof MentionList>[0], 'field' | 'text' | 'onText' | 'onNames'> {
  room: Room;
  draftKey: string;
  quoted: Quote | null;
}

function Quoted({ quote, room, onDrop }: { quote: Quote; room: Room; onDrop: () => void }) {
  const text = useText();
  const writer = useQuotedWriter(quote, room);
  const words = useQuotedWords(quote);
  return (
    <div className={styles.quoted}>
      <Icon name="reply" size={14} />
      <span className={styles.line}>
        <b>{writer}</b> {words}
      </span>
      <IconButton aria-label={text('SAID_QUOTE_DROP')} title={text('SAID_QUOTE_DROP')} onClick={onDrop}>
        <Icon name="x" size={16} />
      </IconButton>
    </div>
  );
}

/** Above what is being written to colleagues: what it answers to, and who may be named in it. */
export function ComposerSaid({ room, draftKey, quoted, field, text, onText, onNames }: ComposerSaidProps) {
  const { store } = useCommunications();
  const drop = () => {
    setFields(store, draftKey, { quote: undefined });
    field.current?.focus();
  };
  return (
    <>
      {quoted === null ? null : <Quoted quote={quoted} room={room} onDrop={drop} />}
      {text.includes('@') ? <MentionList roomId={room.id} field={field} text={text} onText={onText} onNames={onNames} /> : null}
    </>
  );
}

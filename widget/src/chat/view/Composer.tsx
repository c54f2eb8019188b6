import { ATTACHMENTS_LIMIT } from '@parley/contract/limits';
import { hasVisible } from '@parley/contract/visible';
import { VISITOR_TEXT_LIMIT } from '@parley/contract/visitor-rules';
import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { type Attachment, isUnderWay } from '../state/attachments.ts';
import type { Talk } from '../talk.ts';
import { useWords } from '../text.ts';
import { Icon } from './Icon.tsx';
import { Tray } from './Tray.tsx';
import { useDrop } from './use-drop.ts';

interface ComposerProps {
  talk: Talk;
  attachments: readonly Attachment[];
  open: boolean;
  ended: boolean;
}

/**
 * Where the visitor writes. Enter sends, Shift+Enter breaks the line. The text is kept by the page at every key. Files come by
 * the button, by pasting, or dropped on the chat.
 */
export function Composer({ talk, attachments, open, ended }: ComposerProps) {
  const words = useWords();
  const [text, setText] = useState(talk.draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const tooLong = text.length - VISITOR_TEXT_LIMIT;
  const hint = useId();
  const ready = attachments.some(({ is }) => is === 'uploaded');
  const unsendable = ended || tooLong > 0 || isUnderWay(attachments) || !(ready || hasVisible(text));
  const { attaching } = talk.files;
  const [tooMany, setTooMany] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const clip = useRef<HTMLButtonElement>(null);

  const before = useRef(open);
  useEffect(() => {
    // A chat that was open when the page came must not take the keyboard from the page.
    if (before.current === open) return;
    before.current = open;
    // On a touch screen the keyboard would cover the talk before anything was read.
    if (open && !matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true });
  }, [open]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useEffect(() => {
    const area = field.current;
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [text]);

  function write(next: string): void {
    setText(next);
    talk.write(next);
  }

  function send(): void {
    if (unsendable) return;
    if (!talk.say(hasVisible(text) ? text.trimEnd() : '')) return;
    setText('');
    field.current?.focus({ preventScroll: true });
  }

  const attach = useCallback(
    (files: readonly File[]) => {
      if (!ended && files.length > 0) setTooMany(!attaching.attach(files));
    },
    [attaching, ended],
  );
  const over = useDrop(attach);

  function pasted(event: ClipboardEvent): void {
    const { files, types } = event.clipboardData;
    // Office programs put a picture beside the words that they copy: the words are meant.
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    attach([...files]);
  }

  function pressed(event: KeyboardEvent): void {
    // The Enter that ends a composition of letters (many languages) is not ours.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className="write"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {tooLong > 0 && (
        <p id={hint} className="fine failed" role="alert">
          <Icon of="alert" />
          {words('WIDGET_TOO_LONG', { count: tooLong, limit: VISITOR_TEXT_LIMIT })}
        </p>
      )}
      {tooMany && (
        <p className="fine failed" role="alert">
          <Icon of="alert" />
          {words('WIDGET_FILES_LIMIT', { limit: ATTACHMENTS_LIMIT })}
        </p>
      )}
      <Tray
        attachments={attachments}
        attaching={attaching}
        removed={() => {
          setTooMany(false);
          clip.current?.focus();
        }}
      />
      <textarea
        ref={field}
        rows={1}
        value={text}
        aria-label={words('WIDGET_WRITE')}
        aria-invalid={tooLong > 0}
        aria-describedby={tooLong > 0 ? hint : undefined}
        placeholder={words('WIDGET_WRITE')}
        onChange={(event) => write(event.target.value)}
        onKeyDown={pressed}
        onPaste={pasted}
      />
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          attach([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
          field.current?.focus({ preventScroll: true });
        }}
      />
      <button
        ref={clip}
        type="button"
        className="plain"
        aria-label={words('WIDGET_ATTACH')}
        disabled={ended}
        onClick={() => chooser.current?.click()}
      >
        <Icon of="clip" />
      </button>
      <button type="submit" className="send" aria-label={words('WIDGET_SEND')} disabled={unsendable}>
        <Icon of="send" />
      </button>
      {over && !ended && <div className="drop">{words('WIDGET_DROP')}</div>}
    </form>
  );
}

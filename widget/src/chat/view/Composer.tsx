import { hasVisible } from '@parley/contract/entities/primitives';
import { VISITOR_TEXT_LIMIT } from '@parley/contract/frames/visitor';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Talk } from '../talk.ts';
import { useWords } from '../text.ts';
import { Icon } from './Icon.tsx';

/** Where the visitor writes. Enter sends, Shift+Enter breaks the line. The text is kept by the page at every key. */
export function Composer({ talk, open, ended }: { talk: Talk; open: boolean; ended: boolean }) {
  const words = useWords();
  const [text, setText] = useState(talk.draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const tooLong = text.length - VISITOR_TEXT_LIMIT;
  const hint = useId();
  const unsendable = ended || tooLong > 0 || !hasVisible(text);

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
    talk.say(text.trimEnd());
    setText('');
    field.current?.focus({ preventScroll: true });
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
      />
      <button type="submit" className="send" aria-label={words('WIDGET_SEND')} disabled={unsendable}>
        <Icon of="send" />
      </button>
    </form>
  );
}

import { type RefObject, useEffect, useLayoutEffect } from 'react';

const grows = () => CSS.supports('field-sizing', 'content');

function grow(field: HTMLTextAreaElement | null): void {
  if (field === null) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}

/**
 * Keeps a field as tall as its words, between the least and the most that its style sets. Browsers that know
 * `field-sizing: content`, which the style is to say, do it by themselves. Whoever comes to words that stood there already goes on behind them, and
 * from then on where they were; browsers begin before them.
 */
export function useGrown(field: RefObject<HTMLTextAreaElement | null>, words: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words may need another height.
  useLayoutEffect(() => {
    if (!grows()) grow(field.current);
  }, [field, words]);
  // Before what gives it the focus as it comes. A press with the mouse puts the caret elsewhere after that.
  useLayoutEffect(() => {
    const element = field.current;
    const toEnd = () => {
      if (element?.selectionEnd === 0) element.setSelectionRange(element.value.length, element.value.length);
    };
    element?.addEventListener('focus', toEnd, { once: true });
    return () => element?.removeEventListener('focus', toEnd);
  }, [field]);
  useEffect(() => {
    if (grows()) return;
    const anew = () => grow(field.current);
    window.addEventListener('resize', anew);
    return () => window.removeEventListener('resize', anew);
  }, [field]);
}

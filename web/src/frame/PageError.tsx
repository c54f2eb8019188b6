import type { ErrorComponentProps } from '@tanstack/react-router';
import { useText } from '../text.ts';
import { ErrorState } from '../ui/ErrorState.tsx';

/** 400: a page broke while it was loaded or drawn. The frame stays, and the page can be tried again. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const text = useText();
  return <ErrorState title={text('FRAME_UNEXPECTED')} problem={error} onRetry={reset} />;
}

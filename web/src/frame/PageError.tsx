import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiProblem, UNREACHABLE } from '../api/api-problem.ts';
import { useText } from '../text.ts';
import { ErrorState } from '../ui/ErrorState.tsx';

/** 400: a page broke while it was loaded or drawn. The frame stays, and the page can be tried again. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const text = useText();
  // A browser may go on refusing a part of the page that it once failed to load.
  const isPartMissing = error instanceof ApiProblem && error.status === UNREACHABLE;
  const title = error instanceof ApiProblem ? 'FRAME_UNEXPECTED' : 'FRAME_UNEXPECTED_RELOAD';
  return <ErrorState title={text(title)} problem={error} onRetry={isPartMissing ? () => location.reload() : reset} />;
}

import { problemText } from '../api/api-problem.ts';
import { useText } from '../text.ts';
import { Button } from '../ui/Button.tsx';
import { PageNotice } from '../ui/PageNotice.tsx';
import { toastError } from '../ui/toast.ts';
import type { StartUp } from './start-up.ts';
import { signOut } from './tokens.ts';

interface WhyNotProps {
  state: Extract<StartUp, { step: 'insecure' | 'no-storage' | 'no-access' | 'role-updated' }>;
  onRetry: () => void;
  /** Signs in anew. */
  onSignIn: () => void;
}

/** Why somebody cannot go on for now, and what they can do about it: their browser, their access, or a role that was changed. */
export function WhyNot({ state, onRetry, onSignIn }: WhyNotProps) {
  const text = useText();
  switch (state.step) {
    case 'insecure':
      return <PageNotice alone icon="lock" title={text('FRAME_INSECURE')} words={text('FRAME_INSECURE_WORDS')} />;
    case 'no-storage':
      return (
        <PageNotice
          alone
          icon="lock"
          title={text('FRAME_NO_STORAGE')}
          words={text('FRAME_NO_STORAGE_WORDS')}
          action={<Button onClick={() => location.reload()}>{text('FRAME_RELOAD')}</Button>}
        />
      );
    case 'no-access':
      return (
        <PageNotice
          alone
          icon="lock"
          title={text('FRAME_NO_ACCESS')}
          words={text('FRAME_NO_ACCESS_ASK', { reason: problemText(state.problem) })}
          action={
            <>
              <Button onClick={onRetry}>{text('FRAME_TRY_AGAIN')}</Button>
              <Button variant="default" onClick={() => signOut().catch(() => toastError('FRAME_UNREACHABLE'))}>
                {text('FRAME_SIGN_IN_OTHER')}
              </Button>
            </>
          }
        />
      );
    case 'role-updated':
      return (
        <PageNotice
          alone
          icon="people"
          title={text(state.renewed ? 'FRAME_ROLE_UPDATED' : 'FRAME_ACCESS_CHANGED')}
          words={text(state.renewed ? 'FRAME_ROLE_UPDATED_WORDS' : 'FRAME_ACCESS_CHANGED_WORDS')}
          action={
            state.renewed ? (
              // Where one was; whoever may not open that any more is led to where they begin.
              <Button onClick={() => location.reload()}>{text('FRAME_CONTINUE')}</Button>
            ) : (
              <Button onClick={onSignIn}>{text('FRAME_SIGN_IN_AGAIN')}</Button>
            )
          }
        />
      );
  }
}

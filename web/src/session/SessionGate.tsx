import type { CurrentUser } from '@parley/contract';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem, problemText, UNREACHABLE } from '../api/api-problem.ts';
import { lateParts } from '../late-parts.ts';
import { report } from '../report.ts';
import { useText } from '../text.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageNotice } from '../ui/PageNotice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { toastError } from '../ui/toast.ts';
import { CurrentUserContext, UserChangedContext } from './current-user.ts';
import { onRoleChanged } from './role-changed.ts';
import styles from './SessionGate.module.css';
import { signInSettings } from './sign-in-settings.ts';
import { roleUpdated, type StartUp, startUp } from './start-up.ts';
import { goToSignIn, onTokens, signOut } from './tokens.ts';
import { WaitingForServer } from './WaitingForServer.tsx';

/** Hardly anybody's browser is one of these: they come when they are to be said. */
const { late } = lateParts(() => import('./CannotSignIn.tsx'));
const InsecurePage = late('InsecurePage');
const NoStoragePage = late('NoStoragePage');

const here = () => `${location.pathname}${location.search}${location.hash}`;
const signInAnew = (fresh: boolean) => goToSignIn(here(), fresh).catch(() => toastError('FRAME_UNREACHABLE'));

interface SessionGateProps {
  children: (user: CurrentUser, roleChanged: () => void) => ReactNode;
}

/** Lets in whoever is signed in, and says what is the matter with everybody else. */
export function SessionGate({ children }: SessionGateProps) {
  const [state, setState] = useState<StartUp>({ step: 'starting' });
  const step = useRef(state.step);
  step.current = state.step;
  const start = useCallback(() => {
    setState({ step: 'starting' });
    startUp().then(setState, report);
  }, []);
  // The socket's end and refused calls tell it, in any order: whichever is first counts, and the others come too late.
  const roleChanged = useCallback(() => {
    if (step.current !== 'ready') return;
    step.current = 'starting';
    setState({ step: 'starting' });
    roleUpdated().then(setState, report);
  }, []);
  const userChanged = useCallback(
    (part: Partial<CurrentUser>) => setState((now) => (now.step === 'ready' ? { step: 'ready', user: { ...now.user, ...part } } : now)),
    [],
  );
  useEffect(start, [start]);
  useEffect(() => onRoleChanged(roleChanged), [roleChanged]);
  useEffect(
    () =>
      onTokens((token) => {
        if (token === null) setState((now) => (now.step === 'ready' ? { step: 'signed-out' } : now));
        // Somebody signed in again in another tab.
        else if (step.current === 'signed-out') start();
      }),
    [start],
  );
  if (state.step === 'ready') {
    return (
      <UserChangedContext value={userChanged}>
        <CurrentUserContext value={state.user}>{children(state.user, roleChanged)}</CurrentUserContext>
      </UserChangedContext>
    );
  }
  return (
    <main className={styles.whole}>
      <Outside state={state} onRetry={start} />
    </main>
  );
}

function Outside({ state, onRetry }: { state: Exclude<StartUp, { step: 'ready' }>; onRetry: () => void }) {
  const text = useText();
  switch (state.step) {
    case 'starting':
    case 'leaving':
      return <PageNoticeLoading label={text('FRAME_LOADING')} />;
    case 'insecure':
    case 'no-storage':
      return (
        <Suspense fallback={<PageNoticeLoading label={text('FRAME_LOADING')} />}>
          {state.step === 'insecure' ? <InsecurePage /> : <NoStoragePage />}
        </Suspense>
      );
    case 'failed':
      if (state.problem instanceof ApiProblem && state.problem.status === UNREACHABLE) return <WaitingForServer onBack={onRetry} />;
      return <ErrorState alone title={text('FRAME_START_FAILED')} problem={state.problem} onRetry={onRetry} />;
    case 'signed-out':
      return (
        <PageNotice
          alone
          icon="lock"
          title={text('FRAME_SIGNED_OUT')}
          words={text('FRAME_SIGNED_OUT_WORDS')}
          // A sign-in that was ended here stands at an outside provider, which would hand it out again without being asked.
          action={<Button onClick={() => signInAnew(signInSettings().issuer !== null)}>{text('FRAME_SIGN_IN')}</Button>}
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
              <Button onClick={() => signInAnew(true)}>{text('FRAME_SIGN_IN_AGAIN')}</Button>
            )
          }
        />
      );
  }
}

/** The first moments: nothing jumps when the page comes. */
function PageNoticeLoading({ label }: { label: string }) {
  return (
    <>
      <h1 className={styles.name}>Parley</h1>
      <div className={styles.waiting} role="status" aria-label={label}>
        <Spinner size={22} />
      </div>
    </>
  );
}

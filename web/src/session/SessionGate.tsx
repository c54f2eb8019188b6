import type { CurrentUser } from '@parley/contract';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem, UNREACHABLE } from '../api/api-problem.ts';
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
import { goToSignIn, onTokens } from './tokens.ts';
import { WaitingForServer } from './WaitingForServer.tsx';

/** What hardly anybody is ever told comes when it is to be said. */
const WhyNot = lateParts(() => import('./WhyNot.tsx')).late('WhyNot');

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
    default:
      return (
        <Suspense fallback={<PageNoticeLoading label={text('FRAME_LOADING')} />}>
          <WhyNot state={state} onRetry={onRetry} onSignIn={() => signInAnew(true)} />
        </Suspense>
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

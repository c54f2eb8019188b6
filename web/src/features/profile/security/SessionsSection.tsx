import { Button } from '@mantine/core';
import type { SignInSession } from '@parley/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { DialogForm } from '../../../forms/DialogForm.tsx';
import { FormSection } from '../../../forms/FormSection.tsx';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastProblem, toastSuccess } from '../../../ui/toast.ts';
import styles from '../Profile.module.css';

function useDevice(): (session: SignInSession) => string {
  const text = useText();
  return ({ device: { browser, system } }) => {
    if (browser !== null && system !== null) return text('PROFILE_SESSION_DEVICE', { browser, system });
    return browser ?? system ?? text('PROFILE_SESSION_UNKNOWN');
  };
}

function SessionRow({ session }: { session: SignInSession }) {
  const text = useText();
  const format = useFormat();
  const client = useQueryClient();
  const device = useDevice()(session);
  const end = useMutation(
    orpc.ownSignIn.endSession.mutationOptions({
      onSuccess: () => toastSuccess('PROFILE_SESSION_ENDED'),
      onError: toastProblem,
      // Also when it had ended already.
      onSettled: () => client.invalidateQueries({ queryKey: orpc.ownSignIn.sessions.key() }),
    }),
  );
  const time = format.dateTime(session.lastUsedAt);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <div>
          {device}
          {session.current ? (
            <span className={styles.here}>
              <Icon name="check" size={14} />
              {text('PROFILE_SESSION_CURRENT')}
            </span>
          ) : null}
        </div>
        <div className={styles.meta}>
          {session.address === ''
            ? text('PROFILE_SESSION_USED', { time })
            : text('PROFILE_SESSION_USED_AT', { time, address: session.address })}
        </div>
      </div>
      {session.current ? null : (
        <Button
          variant="default"
          loading={end.isPending}
          aria-label={text('PROFILE_SESSION_END_OF', { device })}
          onClick={() => end.mutate({ params: { sessionId: session.id } })}
        >
          {text('PROFILE_SESSION_END')}
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const text = useText();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const endOthers = useMutation(
    orpc.ownSignIn.endOtherSessions.mutationOptions({
      onSuccess: async ({ endedSessions }) => {
        setAsked(false);
        toastSuccess('PROFILE_SESSIONS_ENDED', { count: endedSessions });
        await client.invalidateQueries({ queryKey: orpc.ownSignIn.sessions.key() });
      },
      onError: toastProblem,
    }),
  );
  const close = () => setAsked(false);
  return (
    <div className={styles.form}>
      <Button variant="default" onClick={() => setAsked(true)}>
        {text('PROFILE_SESSIONS_END_OTHERS')}
      </Button>
      {isAsked ? (
        <Dialog title={text('PROFILE_SESSIONS_END_OTHERS')} onClose={close} width={420}>
          <DialogForm
            words={text('PROFILE_SESSIONS_END_OTHERS_WORDS')}
            onSubmit={() => endOthers.mutate({})}
            actions={
              <>
                <Button variant="default" onClick={close}>
                  {text('FRAME_CANCEL')}
                </Button>
                <Button type="submit" color="red" loading={endOthers.isPending}>
                  {text('PROFILE_SESSIONS_END_OTHERS')}
                </Button>
              </>
            }
          />
        </Dialog>
      ) : null}
    </div>
  );
}

/** Every browser in which I am signed in, and the way to end it. */
export function SessionsSection() {
  const text = useText();
  const { data, error, refetch } = useQuery(orpc.ownSignIn.sessions.queryOptions());
  const sessions = data?.sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastUsedAt.localeCompare(a.lastUsedAt));
  return (
    <FormSection title={text('PROFILE_SESSIONS')} why={text('PROFILE_SESSIONS_WORDS')}>
      {sessions !== undefined ? (
        <>
          <ul className={styles.list}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          {sessions.length > 1 ? <EndOthers /> : null}
        </>
      ) : error !== null ? (
        <ErrorState title={text('PROFILE_SESSIONS_FAILED')} problem={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </FormSection>
  );
}

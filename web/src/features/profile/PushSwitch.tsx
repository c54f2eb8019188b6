import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { orpc } from '../../api/client.ts';
import { type PushState, pushState, switchPushOff, switchPushOn } from '../../realtime/browser-push.ts';
import { report } from '../../report.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { type TextKey, useText } from '../../text.ts';
import { toastError, toastProblem } from '../../ui/toast.ts';

const words = {
  on: 'PROFILE_PUSH_WORDS',
  off: 'PROFILE_PUSH_WORDS',
  denied: 'PROFILE_PUSH_DENIED',
  missing: 'PROFILE_PUSH_MISSING',
} as const satisfies Record<PushState, TextKey>;

/** Whether this browser shows notices while no page of Parley is open; nothing where the installation pushes none. */
export function PushSwitch() {
  const { data } = useQuery(orpc.push.settings.queryOptions());
  const publicKey = data?.publicKey ?? null;
  return publicKey === null ? null : <OfferedSwitch publicKey={publicKey} />;
}

function OfferedSwitch({ publicKey }: { publicKey: string }) {
  const text = useText();
  const { id } = useCurrentUser();
  const [state, setState] = useState<PushState | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // Changed in the browser's own settings, in another window meanwhile.
    const look = () => void pushState(id).then(setState, report);
    look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [id]);
  async function change(isOn: boolean): Promise<void> {
    setBusy(true);
    try {
      if (isOn) setState(await switchPushOn(id, publicKey));
      else await switchPushOff();
    } catch (problem) {
      if (problem instanceof ApiProblem) toastProblem(problem);
      // The browser's own words are for nobody: its push service could not be had.
      else toastError('PROFILE_PUSH_FAILED');
    } finally {
      setBusy(false);
      setState(await pushState(id));
    }
  }
  return (
    <Switch
      label={text('PROFILE_PUSH')}
      description={text(words[state ?? 'off'])}
      checked={state === 'on'}
      disabled={isBusy || state === null || state === 'missing'}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  );
}

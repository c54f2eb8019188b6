import { Button } from '@mantine/core';
import type { SecondFactors } from '@parley/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { FormSection } from '../../../forms/FormSection.tsx';
import { report } from '../../../report.ts';
import { useText } from '../../../text.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import styles from '../Profile.module.css';
import { AppDialog } from './AppDialog.tsx';
import { CodesDialog } from './CodesDialog.tsx';
import { Passkeys } from './Passkeys.tsx';
import { ProveDialog } from './ProveDialog.tsx';

interface RowProps {
  factors: SecondFactors;
  onChange: (recoveryCodes: readonly string[] | null) => void;
}

function AppRow({ factors, onChange }: RowProps) {
  const text = useText();
  const format = useFormat();
  const [open, setOpen] = useState<'add' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const remove = useMutation({
    mutationFn: (password: string) => api.ownSignIn.removeTotp({ body: { password } }),
    onSuccess: () => {
      close();
      toastSuccess('PROFILE_APP_REMOVED');
      onChange(null);
    },
  });
  const since = factors.totpSince;
  return (
    <div className={styles.row}>
      <div className={styles.what}>
        <div>{text('PROFILE_APP')}</div>
        <div className={styles.meta}>
          {since === null ? text('PROFILE_APP_NONE') : text('PROFILE_APP_SINCE', { date: format.longDate(since) })}
        </div>
      </div>
      <Button variant="default" onClick={() => setOpen(since === null ? 'add' : 'remove')}>
        {text(since === null ? 'PROFILE_APP_ADD' : 'PROFILE_APP_REMOVE')}
      </Button>
      {open === 'add' ? (
        <AppDialog
          onClose={close}
          onAdded={(codes) => {
            close();
            toastSuccess('PROFILE_APP_ADDED');
            onChange(codes);
          }}
        />
      ) : null}
      {open === 'remove' ? (
        <ProveDialog
          title={text('PROFILE_APP_REMOVE')}
          words={text('PROFILE_APP_REMOVE_WORDS')}
          verb={text('PROFILE_APP_REMOVE')}
          isLoss
          work={remove}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

function CodesRow({ factors, onChange }: RowProps) {
  const text = useText();
  const [isAsked, setAsked] = useState(false);
  const renew = useMutation({
    mutationFn: (password: string) => api.ownSignIn.newRecoveryCodes({ body: { password } }),
    onSuccess: ({ recoveryCodes }) => {
      setAsked(false);
      onChange(recoveryCodes);
    },
  });
  return (
    <div className={styles.row}>
      <div className={styles.what}>
        <div>{text('PROFILE_CODES')}</div>
        <div className={styles.meta}>{text('PROFILE_CODES_LEFT', { count: factors.recoveryCodesLeft })}</div>
      </div>
      <Button variant="default" onClick={() => setAsked(true)}>
        {text('PROFILE_CODES_NEW')}
      </Button>
      {isAsked ? (
        <ProveDialog
          title={text('PROFILE_CODES_NEW')}
          words={text('PROFILE_CODES_NEW_WORDS')}
          verb={text('PROFILE_CODES_NEW')}
          work={renew}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </div>
  );
}

/** App, recovery codes and passkeys: what is asked for after the password. */
export function SecondStepSection() {
  const text = useText();
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { data: factors, error, refetch } = useQuery(orpc.ownSignIn.secondFactors.queryOptions());
  const changed = (recoveryCodes: readonly string[] | null) => {
    setCodes(recoveryCodes);
    client.invalidateQueries({ queryKey: orpc.ownSignIn.secondFactors.key() }).catch(report);
  };
  return (
    <FormSection title={text('PROFILE_SECOND')} why={text('PROFILE_SECOND_WORDS')}>
      {factors !== undefined ? (
        <div>
          <AppRow factors={factors} onChange={changed} />
          <Passkeys factors={factors} onChange={changed} />
          {factors.totpSince !== null || factors.passkeys.length > 0 ? <CodesRow factors={factors} onChange={changed} /> : null}
        </div>
      ) : error !== null ? (
        <ErrorState title={text('PROFILE_SECOND_FAILED')} problem={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} />
      )}
      {codes === null ? null : <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </FormSection>
  );
}

import { Button, TextInput } from '@mantine/core';
import type { Passkey, SecondFactors } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { useFormat } from '../../../format.ts';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { useText } from '../../../text.ts';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import styles from '../Profile.module.css';
import { knowsPasskeys, makePasskey, PasskeyNotMade } from './make-passkey.ts';
import { ProveDialog } from './ProveDialog.tsx';

interface PasskeysProps {
  factors: SecondFactors;
  /** With fresh recovery codes, unless some are left. */
  onChange: (recoveryCodes: readonly string[] | null) => void;
}

function AddPasskey({ onAdded, onClose }: { onAdded: PasskeysProps['onChange']; onClose: () => void }) {
  const text = useText();
  const [name, setName] = useState('');
  const [isJudged, setJudged] = useState(false);
  const isFit = name.trim() !== '';
  const add = useMutation({
    mutationFn: (password: string) => makePasskey(name.trim(), password),
    onSuccess: ({ recoveryCodes }) => {
      toastSuccess('PROFILE_PASSKEY_ADDED');
      onAdded(recoveryCodes);
    },
    onError: (problem) => {
      if (!(problem instanceof PasskeyNotMade)) return;
      toastError('PROFILE_PASSKEY_CANCELLED');
      onClose();
    },
  });
  return (
    <ProveDialog
      title={text('PROFILE_PASSKEY_ADD')}
      verb={text('PROFILE_GO_ON')}
      work={add}
      onClose={onClose}
      mayGoOn={() => {
        setJudged(true);
        return isFit;
      }}
    >
      <TextInput
        label={text('PROFILE_PASSKEY_NAME')}
        description={text('PROFILE_PASSKEY_NAME_HINT')}
        maxLength={60}
        data-autofocus
        value={name}
        error={isJudged && !isFit ? <FaultWords words={text('PROFILE_PASSKEY_NAME_MISSING')} /> : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ProveDialog>
  );
}

function RemovePasskey({ passkey, onRemoved, onClose }: { passkey: Passkey; onRemoved: () => void; onClose: () => void }) {
  const text = useText();
  const remove = useMutation({
    mutationFn: (password: string) => api.ownSignIn.removePasskey({ params: { passkeyId: passkey.id }, body: { password } }),
    onSuccess: () => {
      toastSuccess('PROFILE_PASSKEY_REMOVED');
      onRemoved();
    },
  });
  return (
    <ProveDialog
      title={text('PROFILE_PASSKEY_REMOVE_OF', { name: passkey.name })}
      words={text('PROFILE_PASSKEY_REMOVE_WORDS', { name: passkey.name })}
      verb={text('PROFILE_PASSKEY_REMOVE')}
      isLoss
      work={remove}
      onClose={onClose}
    />
  );
}

/** Passkeys by their names: add one, remove one; where they cannot be made, why. */
export function Passkeys({ factors, onChange }: PasskeysProps) {
  const text = useText();
  const format = useFormat();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const { passkeys, passkeyHost: host } = factors;
  const port = location.port === '' ? '' : `:${location.port}`;
  const hindrance =
    host === null
      ? text('PROFILE_PASSKEYS_IMPOSSIBLE')
      : location.hostname !== host
        ? text('PROFILE_PASSKEYS_ELSEWHERE', { host: `${host}${port}` })
        : knowsPasskeys()
          ? null
          : text('PROFILE_PASSKEYS_BROWSER');
  return (
    <>
      <div className={styles.row}>
        <div className={styles.what}>
          <div>{text('PROFILE_PASSKEYS')}</div>
          {hindrance !== null ? (
            <div className={styles.meta}>{hindrance}</div>
          ) : passkeys.length === 0 ? (
            <div className={styles.meta}>{text('PROFILE_PASSKEYS_NONE')}</div>
          ) : null}
        </div>
        {hindrance === null ? (
          <Button variant="default" onClick={() => setAdding(true)}>
            {text('PROFILE_PASSKEY_ADD')}
          </Button>
        ) : null}
      </div>
      {passkeys.map((passkey) => {
        const date = format.longDate(passkey.createdAt);
        return (
          <div key={passkey.id} className={styles.row}>
            <div className={styles.what}>
              <div>{passkey.name}</div>
              <div className={styles.meta}>
                {passkey.lastUsedAt === null
                  ? text('PROFILE_PASSKEY_MADE', { date })
                  : text('PROFILE_PASSKEY_USED', { date, time: format.dateTime(passkey.lastUsedAt) })}
              </div>
            </div>
            <Button
              variant="default"
              aria-label={text('PROFILE_PASSKEY_REMOVE_OF', { name: passkey.name })}
              onClick={() => setRemoving(passkey)}
            >
              {text('PROFILE_PASSKEY_REMOVE')}
            </Button>
          </div>
        );
      })}
      {isAdding ? (
        <AddPasskey
          onClose={() => setAdding(false)}
          onAdded={(codes) => {
            setAdding(false);
            onChange(codes);
          }}
        />
      ) : null}
      {removing === null ? null : (
        <RemovePasskey
          passkey={removing}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            setRemoving(null);
            onChange(null);
          }}
        />
      )}
    </>
  );
}

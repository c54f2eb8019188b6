import { Button, Input } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ChangeEvent, Suspense, useId, useRef, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { lateParts } from '../../../late-parts.ts';
import { ColleagueAvatar } from '../../../people/ColleagueAvatar.tsx';
import { useCurrentUser, useUserChanged } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { toastProblem, toastSuccess } from '../../../ui/toast.ts';
import styles from './PictureField.module.css';

const PictureDialog = lateParts(() => import('./PictureDialog.tsx')).late('PictureDialog');

const MEGABYTE = 1024 * 1024;
/** What the server can show. */
const TAKEN = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

/** My picture, which takes effect at once: another one, or none. */
export function PictureField({ name }: { name: string }) {
  const text = useText();
  const id = useId();
  const user = useCurrentUser();
  const userChanged = useUserChanged();
  const chooser = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const limits = useQuery(orpc.files.limits.queryOptions());
  const limit = limits.data === undefined ? null : Math.floor(limits.data.byKind.picture / MEGABYTE);
  const remove = useMutation(
    orpc.users.setPicture.mutationOptions({
      onError: toastProblem,
      onSuccess: (saved) => {
        userChanged(saved);
        toastSuccess('PROFILE_PICTURE_REMOVED');
      },
    }),
  );
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    if (file === undefined) return;
    const isTooLarge = limits.data !== undefined && file.size > limits.data.byKind.picture;
    setFault(isTooLarge ? text('FILE_PICTURE_TOO_LARGE', { limit: limit ?? 0 }) : file.size === 0 ? text('FILE_EMPTY') : null);
    setChosen(isTooLarge || file.size === 0 ? null : file);
  };
  const close = () => {
    setChosen(null);
    chooser.current?.parentElement?.querySelector('button')?.focus();
  };
  return (
    <fieldset className={styles.field} aria-describedby={`${id}-words ${id}-fault`}>
      <Input.Label component="legend">{text('PROFILE_PICTURE')}</Input.Label>
      <div className={styles.row}>
        <ColleagueAvatar name={name} pictureId={user.pictureId} size={64} />
        <div className={styles.actions}>
          <input ref={chooser} type="file" accept={TAKEN} hidden onChange={choose} />
          <Button variant="default" leftSection={<Icon name="image" />} onClick={() => chooser.current?.click()}>
            {text(user.pictureId === null ? 'PROFILE_PICTURE_CHOOSE' : 'PROFILE_PICTURE_CHOOSE_OTHER')}
          </Button>
          {user.pictureId === null ? null : (
            <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate({ body: { fileId: null } })}>
              {text('PROFILE_PICTURE_REMOVE')}
            </Button>
          )}
        </div>
      </div>
      <Input.Description id={`${id}-words`}>
        {text('PROFILE_PICTURE_KINDS')} {limit === null ? null : text('PROFILE_PICTURE_LIMIT', { limit })}
      </Input.Description>
      <div id={`${id}-fault`} role="alert">
        {fault === null ? null : (
          <Input.Error component="div">
            <FaultWords words={fault} />
          </Input.Error>
        )}
      </div>
      <Suspense fallback={null}>
        {chosen === null ? null : (
          <PictureDialog
            file={chosen}
            name={name}
            onClose={close}
            onUnreadable={() => {
              close();
              setFault(text('FILE_NOT_AN_IMAGE'));
            }}
          />
        )}
      </Suspense>
    </fieldset>
  );
}

import { Button, TextInput } from '@mantine/core';
import { hasVisible, SAVED_VIEW_NAME_LIMIT, type SavedView } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { DialogForm } from '../../../forms/DialogForm.tsx';
import { FaultWords } from '../../../forms/FaultWords.tsx';
import { useCan } from '../../../session/current-user.ts';
import { type TextKey, useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { IconName } from '../../../ui/icon-names.ts';
import { Refusal } from '../../../ui/Refusal.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { toastProblem, toastSuccess } from '../../../ui/toast.ts';
import { useFilter } from '../narrow/use-filter.ts';
import { usePlace } from '../place.ts';
import { useViewList, viewsChanged } from './use-views.ts';
import styles from './Views.module.css';

type Body = Parameters<typeof api.roomViews.change>[0]['body'];

function useChangeView() {
  const client = useQueryClient();
  return async ({ id }: SavedView, body: Body): Promise<void> => {
    await api.roomViews.change({ params: { viewId: id }, body });
    await viewsChanged(client);
  };
}

interface Renaming {
  view: SavedView;
  /** As it is typed. */
  name: string;
}

interface RenameProps extends Renaming {
  /** Somebody has deleted it meanwhile. */
  isGone: boolean;
  onType: (name: string) => void;
  onClose: () => void;
}

function RenameView({ view, name, isGone, onType, onClose }: RenameProps) {
  const text = useText();
  const change = useChangeView();
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const isEmpty = !hasVisible(name);
  const rename = async () => {
    setAsked(true);
    setRefusal(null);
    if (isEmpty || isGone) return;
    try {
      if (name.trim() !== view.name) await change(view, [{ op: 'replace', path: 'name', value: name.trim() }]);
      onClose();
    } catch (problem) {
      setRefusal(problem);
    }
  };
  return (
    <DialogForm
      words=""
      onSubmit={() => void rename()}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {text(isGone ? 'FRAME_CLOSE' : 'FRAME_CANCEL')}
          </Button>
          {isGone ? null : <Button type="submit">{text('FORM_SAVE')}</Button>}
        </>
      }
    >
      <TextInput
        label={text('VIEW_NAME')}
        maxLength={SAVED_VIEW_NAME_LIMIT}
        value={name}
        error={isAsked && isEmpty ? <FaultWords words={text('VIEW_NAME_MISSING')} /> : null}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        // It was asked for just now.
        autoFocus
      />
      {isGone ? <p role="alert">{text('VIEW_DELETED')}</p> : refusal === null ? null : <Refusal problem={refusal} />}
    </DialogForm>
  );
}

interface RowProps {
  view: SavedView;
  /** Among those of the same owner. */
  place: number;
  last: number;
  canChange: boolean;
  onRename: () => void;
  onDelete: () => void;
}

function ViewRow({ view, place, last, canChange, onRename, onDelete }: RowProps) {
  const text = useText();
  const change = useChangeView();
  const { show } = usePlace();
  const { filters, sort } = useFilter().chosen;
  const isNarrowed = sort !== null || Object.keys(filters).length > 0;
  const button = (icon: IconName, name: TextKey, onClick: () => void, disabled = false) => (
    <IconButton aria-label={text(name, { name: view.name })} title={text(name, { name: view.name })} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </IconButton>
  );
  const move = (to: number) => void change(view, [{ op: 'replace', path: 'place', value: to }]).catch(toastProblem);
  const replace = () =>
    change(view, [
      { op: 'replace', path: 'list', value: show },
      { op: 'replace', path: 'filters', value: filters },
      { op: 'replace', path: 'sort', value: sort },
    ]).then(() => toastSuccess('VIEW_REPLACED', { name: view.name }), toastProblem);
  return (
    <li className={styles.row}>
      <span className={styles.name}>{view.name}</span>
      {canChange ? (
        <span className={styles.buttons}>
          {button('up', 'VIEW_UP', () => move(place - 1), place === 0)}
          {button('down', 'VIEW_DOWN', () => move(place + 1), place === last)}
          {button('edit', 'VIEW_RENAME', onRename)}
          {button('filter', 'VIEW_REPLACE', () => void replace(), !isNarrowed)}
          {button('trash', 'VIEW_DELETE', onDelete)}
        </span>
      ) : null}
    </li>
  );
}

/** All views: their names, their order, what they say, and their end. */
export function ViewsDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const client = useQueryClient();
  const mayShare = useCan(['rooms', 'shareViews']);
  const { data, error, refetch } = useViewList();
  const [deleted, setDeleted] = useState<SavedView | null>(null);
  const [renaming, setRenaming] = useState<Renaming | null>(null);
  const views = data?.content;
  const isGone = renaming !== null && views?.every(({ id }) => id !== renaming.view.id) === true;
  // Its own state is of no weight: where it moves in the list, or out of it, it begins anew with the same words.
  const rename =
    renaming === null ? null : (
      <RenameView {...renaming} isGone={isGone} onType={(name) => setRenaming({ ...renaming, name })} onClose={() => setRenaming(null)} />
    );
  const group = (title: TextKey, shared: boolean) => {
    const those = views?.filter((view) => view.shared === shared) ?? [];
    return those.length === 0 ? null : (
      <section>
        <h3 className={styles.title}>{text(title)}</h3>
        <ul className={styles.list}>
          {those.map((view, place) =>
            view.id === renaming?.view.id ? (
              <li key={view.id}>{rename}</li>
            ) : (
              <ViewRow
                key={view.id}
                view={view}
                place={place}
                last={those.length - 1}
                canChange={!shared || mayShare}
                onRename={() => setRenaming({ view, name: view.name })}
                onDelete={() => setDeleted(view)}
              />
            ),
          )}
        </ul>
      </section>
    );
  };
  if (deleted !== null)
    return (
      <ConfirmDialog
        title={text('VIEW_DELETE_ASK', { name: deleted.name })}
        words={text(deleted.shared ? 'VIEW_DELETE_SHARED_WORDS' : 'VIEW_DELETE_WORDS')}
        verb={text('VIEW_DELETE_VERB')}
        danger
        onConfirm={async () => {
          await api.roomViews.remove({ params: { viewId: deleted.id } });
          await viewsChanged(client);
          return true;
        }}
        onClose={() => setDeleted(null)}
      />
    );
  return (
    <Dialog title={text('VIEWS_MANAGE')} onClose={onClose} width={480}>
      {views === undefined && error === null ? <SkeletonRows rows={3} /> : null}
      {error === null ? null : <ErrorState title={text('VIEWS_FAILED')} problem={error} onRetry={() => void refetch()} />}
      {isGone ? rename : null}
      {views?.length === 0 && !isGone ? <EmptyState icon="filter" title={text('VIEWS_NONE')} words={text('VIEWS_NONE_WORDS')} /> : null}
      {group('VIEWS_EVERYBODYS', true)}
      {group('VIEWS_MINE', false)}
    </Dialog>
  );
}

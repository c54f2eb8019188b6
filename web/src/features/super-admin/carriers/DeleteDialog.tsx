import type { CarrierUse } from '@parley/contract';
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../../text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import styles from '../SuperAdmin.module.css';
import { placeOfUse, usesIn } from './carrier-places.ts';
import { carriersChanged } from './carriers-changed.ts';

/** What uses a carrier or a service, each a link to go and change it there. */
export function Uses({ problem, carrierId }: { problem: unknown; carrierId: string }) {
  const text = useText();
  const uses = usesIn(problem);
  const left = (uses[0]?.count ?? 0) - uses.length;
  const words = ({ name, accountName }: CarrierUse) =>
    accountName === undefined ? name : text('CARRIERS_USED_BY', { name, account: accountName });
  return (
    <ul className={styles.uses}>
      {uses.map((use) => (
        <li key={use.id}>
          <Link {...placeOfUse(use, carrierId)} className={styles.use}>
            {words(use)}
          </Link>
        </li>
      ))}
      {left > 0 ? <li>{text('CARRIERS_USED_MORE', { count: left })}</li> : null}
    </ul>
  );
}

interface DeleteDialogProps {
  name: string;
  /** What is lost, and what is kept. */
  words: string;
  carrierId: string;
  /** Where one is afterwards. */
  after: LinkProps;
  remove: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a carrier or a service is deleted; while it is used, says by what instead, with links. */
export function DeleteDialog({ name, words, carrierId, after, remove, onClose }: DeleteDialogProps) {
  const text = useText();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<unknown>(null);
  const confirm = async () => {
    try {
      await remove();
    } catch (refusal) {
      if (usesIn(refusal).length === 0) throw refusal;
      setRefused(refusal);
      return false;
    }
    toastSuccess('CARRIERS_DELETED', { name });
    await navigate({ ...after, replace: true, ignoreBlocker: true });
    void carriersChanged();
    return true;
  };
  const obstacle = (
    <>
      <Refusal problem={refused} />
      <Uses problem={refused} carrierId={carrierId} />
    </>
  );
  return (
    <ConfirmDialog
      title={text('CARRIERS_DELETE_ASK', { name })}
      words={words}
      verb={text('CARRIERS_DELETE')}
      danger
      {...(refused === null ? {} : { obstacle })}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

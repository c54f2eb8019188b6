import { createPortal } from 'react-dom';
import { Icon } from './Icon.tsx';
import styles from './Toasts.module.css';
import { type Toast, useToasts } from './toast.ts';

const icons = { error: 'stop', success: 'check', info: 'info' } as const;

/** One toast. A click goes through it. */
export function ToastView({ kind, message }: Pick<Toast, 'kind' | 'message'>) {
  return (
    <div className={styles.toast} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} />
      <span>{message}</span>
    </div>
  );
}

/** The toasts at the bottom, over everything else, in a place that a screen reader listens to before the first one comes. Part of the first screen: what says that the server is gone cannot be asked of it. */
export function Toasts() {
  const toasts = useToasts();
  return createPortal(
    <div className={styles.toasts} aria-live="polite">
      {toasts.map(({ id, kind, message }) => (
        <ToastView key={id} kind={kind} message={message} />
      ))}
    </div>,
    document.body,
  );
}

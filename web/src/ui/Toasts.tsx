import { createPortal } from 'react-dom';
import { Icon } from './Icon.tsx';
import styles from './Toasts.module.css';
import { type Toast, useToasts } from './toast.ts';

const icons = { error: 'stop', success: 'check', info: 'info' } as const;

/** One toast. A click goes through it. */
export function ToastView({ kind, failed, message }: Omit<Toast, 'id'>) {
  return (
    <div className={styles.toast} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} />
      <span>
        {failed === null ? null : <b className={styles.failed}>{failed} </b>}
        {message}
      </span>
    </div>
  );
}

/** Says how high they stand together: what they stand over leaves them so much place. */
function measured(box: HTMLElement | null) {
  if (box === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--toast-h', `${box.offsetHeight}px`));
  observer.observe(box);
  return () => observer.disconnect();
}

/** The toasts at the bottom, over everything else, in a place that a screen reader listens to before the first one comes. Part of the first screen: what says that the server is gone cannot be asked of it. */
export function Toasts() {
  const toasts = useToasts();
  return createPortal(
    <div id="toasts" ref={measured} className={styles.toasts} aria-live="polite">
      {toasts.map(({ id, ...toast }) => (
        <ToastView key={id} {...toast} />
      ))}
    </div>,
    document.body,
  );
}

import { type ReactNode, useState } from 'react';
import styles from './KeptOriginal.module.css';

interface KeptOriginalProps {
  time: string;
  /** What is said of it, a line each. */
  lines: readonly string[];
  /** What opens its original. */
  label: string;
  /** Drawn once it is opened. */
  original: () => ReactNode;
  /** What can be done with it. */
  actions: ReactNode;
}

/** One of a list of what came in and was kept as it came: when, what is said of it, how it came, and what can be done. */
export function KeptOriginal({ time, lines, label, original, actions }: KeptOriginalProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={styles.kept}>
      <div className={styles.about}>
        <span>{time}</span>
        {lines.map((line) => (
          <p key={line} className={styles.line}>
            {line}
          </p>
        ))}
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{label}</summary>
          {isOpen ? original() : null}
        </details>
      </div>
      <div className={styles.actions}>{actions}</div>
    </li>
  );
}

/** How something came, in its own letters. */
export function Original({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever uses keys alone scrolls by it.
    <pre className={styles.original} tabIndex={0}>
      {children}
    </pre>
  );
}

import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import { Crumbs } from './Crumbs.tsx';
import styles from './Sheet.module.css';

interface SheetProps {
  title: string;
  /** Beside the title: a count, a state. */
  beside?: ReactNode;
  /** Where the arrow before the title leads. */
  back?: { to: LinkProps; label: string };
  actions?: ReactNode;
  children: ReactNode;
}

/** The one white sheet of a page of settings, with its head and the way to it; what is below scrolls by itself. */
export function Sheet({ title, beside, back, actions, children }: SheetProps) {
  return (
    <section className={styles.sheet} aria-label={title}>
      <Crumbs current={title} />
      <header className={styles.head}>
        {back === undefined ? null : (
          <Link {...back.to} className={styles.back} aria-label={back.label} title={back.label}>
            <Icon name="back" size={20} />
          </Link>
        )}
        <h2 className={styles.title} data-heading>
          {title}
        </h2>
        {beside === undefined ? null : <span className={styles.beside}>{beside}</span>}
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

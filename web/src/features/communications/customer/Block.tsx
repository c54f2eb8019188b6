import { type ReactNode, useState } from 'react';
import { keep, kept } from '../../../kept.ts';
import { Area } from '../../../ui/Area.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Customer.module.css';

/** A part that folds; whether it is folded is remembered in this browser. */
export function Block({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  const key = `parley.customer.${name}`;
  const [isOpen, setOpen] = useState(() => kept(key) !== 'folded');
  const toggle = () => {
    keep(key, isOpen ? 'folded' : 'open');
    setOpen(!isOpen);
  };
  return (
    <section className={styles.block}>
      <h3 className={styles.heading}>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          {title}
          <Icon name={isOpen ? 'down' : 'next'} size={14} />
        </button>
      </h3>
      {isOpen ? (
        <Area name={title} place="line">
          {children}
        </Area>
      ) : null}
    </section>
  );
}

import type { CustomerBlock } from '@parley/contract';
import type { ReactNode } from 'react';
import { Area } from '../../../ui/Area.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Customer.module.css';

interface BlockProps {
  name: CustomerBlock;
  title: string;
  isFolded: boolean;
  onFold: (folded: boolean) => void;
  /** What moves it. */
  mover: ReactNode;
  isDragged: boolean;
  /** Another one would be put here. */
  drop: 'before' | 'after' | undefined;
  children: ReactNode;
}

/** A part of the panel that folds, and breaks, alone. */
export function Block({ name, title, isFolded, onFold, mover, isDragged, drop, children }: BlockProps) {
  return (
    <section className={styles.block} data-block={name} data-dragged={isDragged} data-drop={drop}>
      <div className={styles.head}>
        <h3 className={styles.heading}>
          <button type="button" aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
            {title}
            <Icon name={isFolded ? 'next' : 'down'} size={14} />
          </button>
        </h3>
        {mover}
      </div>
      {isFolded ? null : (
        <Area name={title} place="line">
          {children}
        </Area>
      )}
    </section>
  );
}

import styles from './Icon.module.css';
import type { IconName } from './icon-names.ts';

interface IconProps {
  name: IconName;
  /** 16 beside text, 20 alone, 14 in the smallest places. */
  size?: 14 | 16 | 20 | 32;
  /** A state that is on (a star). */
  filled?: boolean;
  className?: string;
}

/** One icon of the set, which stands in the page itself (`web/build/icons-in-page.ts`). It is decoration: the word, the button's label or a title says what it means. */
export function Icon({ name, size = 16, filled = false, className }: IconProps) {
  const classes = [styles.icon, styles[`s${size}`], filled ? styles.filled : '', className ?? ''].join(' ');
  return (
    <svg className={classes} width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`#i-${name}`} />
    </svg>
  );
}

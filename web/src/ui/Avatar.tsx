import type { ReactNode } from 'react';
import styles from './Avatar.module.css';

interface AvatarProps {
  name: string;
  /** Customers are round; colleagues and bots square. */
  kind: 'customer' | 'colleague' | 'bot';
  size?: 20 | 28 | 36 | 48;
  /** A mark at the lower right corner: the channel, or a status. */
  badge?: ReactNode;
  /** Instead of initials, for somebody without a name. */
  icon?: ReactNode;
}

/** First letters of the first and the last word, by what a person would call a letter. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .map((word) => [...word].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? '')
    .filter((sign) => sign !== '');
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return (first + last).toLocaleUpperCase();
}

/** Initials on grey; the whole name on hover. Decoration where the name stands beside it. */
export function Avatar({ name, kind, size = 36, badge, icon }: AvatarProps) {
  return (
    <span className={styles.avatar} data-kind={kind} data-size={size} title={name}>
      <span aria-hidden="true">{icon ?? initialsOf(name)}</span>
      {badge === undefined ? null : <span className={styles.badge}>{badge}</span>}
    </span>
  );
}

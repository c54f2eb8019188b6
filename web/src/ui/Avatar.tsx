import type { ReactNode } from 'react';
import styles from './Avatar.module.css';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-names.ts';

const figures = { 20: 14, 28: 16, 36: 20, 48: 32, 64: 32 } as const;
export type AvatarSize = keyof typeof figures;

interface AvatarProps {
  name: string;
  /** Customers are round; colleagues and bots square. */
  kind: 'customer' | 'colleague' | 'bot';
  size?: AvatarSize;
  /** Covers the initials once it is there. */
  picture?: ReactNode;
  /** A mark at the lower right corner: the channel, or a status. */
  badge?: ReactNode;
  /** The name was made by us, for want of one: its letters are nobody's initials. */
  unnamed?: boolean;
  /** Stands where there are no initials. */
  figure?: IconName;
}

/** First letters of the first and the last word; empty for a name without letters (a telephone number). */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .map((word) => [...word].find((sign) => /\p{L}/u.test(sign)) ?? '')
    .filter((sign) => sign !== '');
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return (first + last).toLocaleUpperCase();
}

/** Initials on grey, of a telephone number its last digits, a figure where there are neither; the whole name on hover. Decoration where the name stands beside it. */
export function Avatar({ name, kind, size = 36, picture, badge, unnamed = false, figure = 'person' }: AvatarProps) {
  const initials = unnamed ? '' : initialsOf(name) || name.replace(/\D/g, '').slice(-2);
  return (
    <span className={styles.avatar} data-kind={kind} data-size={size} title={name}>
      <span aria-hidden="true">{initials === '' ? <Icon name={figure} size={figures[size]} /> : initials}</span>
      {picture === undefined ? null : (
        <span className={styles.face} aria-hidden="true">
          {picture}
        </span>
      )}
      {badge === undefined ? null : <span className={styles.badge}>{badge}</span>}
    </span>
  );
}

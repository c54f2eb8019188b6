import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { ApiProblem, problemText } from '../api/api-problem.ts';
import { type TextKey, type TextParams, text } from '../text.ts';
import { Icon } from './Icon.tsx';
import styles from './toast.module.css';
import { toastBottom } from './toast-place.ts';

/** Toasts last this long and cannot be dismissed (communications, section 9). */
const TOAST_LASTS = 5000;

const icons = { error: 'stop', success: 'check', info: 'info' } as const;

function show(kind: keyof typeof icons, message: string): void {
  const bottom = toastBottom(document);
  document.documentElement.style.setProperty('--toast-bottom', `${bottom ?? 0}px`);
  notifications.show({
    message,
    autoClose: TOAST_LASTS,
    allowClose: false,
    withCloseButton: false,
    withBorder: false,
    icon: createElement(Icon, { name: icons[kind] }),
    className: styles.toast ?? '',
    classNames: { icon: styles[kind] ?? '', description: styles.words ?? '' },
    role: kind === 'error' ? 'alert' : 'status',
  });
}

/** Says at the bottom, for 5 s, what went wrong. */
export function toastError(key: TextKey, params?: TextParams): void {
  show('error', text(key, params));
}

/** Says at the bottom, for 5 s, what was done. */
export function toastSuccess(key: TextKey, params?: TextParams): void {
  show('success', text(key, params));
}

/** A race that somebody else won is no failure. */
const isNews = (problem: unknown): boolean => problem instanceof ApiProblem && problem.key === 'CONVERSATION_TAKEN';

/** The words of whatever was thrown: a refusal's own text, otherwise the default error. */
export function toastProblem(problem: unknown): void {
  show(isNews(problem) ? 'info' : 'error', problemText(problem));
}

import { create } from 'zustand';
import { ApiProblem, failedText, problemText } from '../api/api-problem.ts';
import { type TextKey, type TextParams, text } from '../text.ts';
import { toastAboveBar, toastBottom } from './toast-place.ts';

/** Toasts last this long and cannot be dismissed (communications, section 9). */
const TOAST_LASTS = 5000;
/** So many stand at once; the others wait for their place. */
const AT_ONCE = 3;

export interface Toast {
  id: number;
  kind: 'error' | 'success' | 'info';
  /** What could not be done, where `message` says why. */
  failed: string | null;
  message: string;
}

/** What is said and is still to be said, in its order. */
const useAllToasts = create<readonly Toast[]>(() => []);

/** What stands on the screen now. */
export const useToasts = (): readonly Toast[] => useAllToasts((toasts) => toasts).slice(0, AT_ONCE);

/** The same for code outside React. */
export const shownToasts = (): readonly Toast[] => useAllToasts.getState().slice(0, AT_ONCE);

let ids = 0;
const running = new Set<number>();

/** Each toast's time begins when it has its place. */
function run(): void {
  for (const { id } of shownToasts()) {
    if (running.has(id)) continue;
    running.add(id);
    setTimeout(() => {
      running.delete(id);
      useAllToasts.setState(
        useAllToasts.getState().filter((toast) => toast.id !== id),
        true,
      );
      run();
    }, TOAST_LASTS);
  }
}

/** Finds what must stay free below them. */
export function placeToasts(): void {
  const bar = toastAboveBar(document);
  const { style } = document.documentElement;
  style.setProperty('--toast-bar', `${bar ?? 0}px`);
  style.setProperty('--toast-bottom', `${bar ?? toastBottom(document) ?? 0}px`);
}

function show(kind: Toast['kind'], message: string, failed: string | null = null): void {
  placeToasts();
  ids += 1;
  useAllToasts.setState([...useAllToasts.getState(), { id: ids, kind, failed, message }], true);
  run();
}

/** Says at the bottom, for 5 s, what went wrong. */
export function toastError(key: TextKey, params?: TextParams): void {
  show('error', text(key, params));
}

/** Says at the bottom, for 5 s, what was done. */
export function toastSuccess(key: TextKey, params?: TextParams): void {
  show('success', text(key, params));
}

/** A race that somebody else won is no failure, nor that the customer was quicker. */
const NEWS: ReadonlySet<string> = new Set(['CONVERSATION_TAKEN', 'CONVERSATION_OUT_OF_SIGHT', 'CONVERSATION_WRITTEN_SINCE']);
const isNews = (problem: unknown): boolean => problem instanceof ApiProblem && NEWS.has(problem.key);

/** Says of whatever was thrown what could not be done, and why: a refusal's own text, otherwise the default error. */
export function toastProblem(problem: unknown): void {
  if (isNews(problem)) show('info', problemText(problem));
  else show('error', problemText(problem), failedText(problem));
}

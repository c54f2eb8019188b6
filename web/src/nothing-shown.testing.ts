import { vi } from 'vitest';
import { shownToasts } from './ui/toast.ts';

/** Files of one worker share the toasts: what others have shown goes by the clock, three at a time. Resolves when none is left. */
export async function nothingShown(): Promise<void> {
  await vi.waitUntil(() => shownToasts().length === 0, { timeout: 40_000 });
}

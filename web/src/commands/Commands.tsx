import { type ReactNode, Suspense, useState } from 'react';
import { lateParts } from '../late-parts.ts';
import { together } from '../replaced.ts';
import { report } from '../report.ts';
import { signOut } from '../session/tokens.ts';
import { currentLanguage, setLanguage, useText } from '../text.ts';
import { setLook, useDark, useLook } from '../theme/look.ts';
import { Area } from '../ui/Area.tsx';
import { toastError, toastProblem } from '../ui/toast.ts';
import { useCommand } from './active.ts';
import { usePageCommands } from './page-commands.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** With their words, which the first screen does without. */
const palette = lateParts(() => import('./CommandPalette.tsx'));
const shortcuts = lateParts(() => import('./ShortcutsDialog.tsx'));
const CommandPalette = palette.late('CommandPalette');
const ShortcutsDialog = shortcuts.late('ShortcutsDialog');

/** Loads both before they are asked for. */
export const preloadPalette = (): Promise<unknown> => together(palette.load(), shortcuts.load());

/** What can be done on every page: going elsewhere, the look, and the way out. */
function useCommandsOfTheFrame(): void {
  const dark = useDark();
  const { density } = useLook();
  usePageCommands();
  useCommand('look.mode', () => setLook({ mode: dark ? 'light' : 'dark' }));
  useCommand('look.density', () => setLook({ density: density === 'compact' ? 'comfortable' : 'compact' }));
  useCommand('look.language', () => void setLanguage(currentLanguage() === 'en' ? 'bg' : 'en').catch(report));
  useCommand('session.signOut', () => void signOut().catch(() => toastError('FRAME_UNREACHABLE')));
}

/** Runs commands by their keys, and shows the palette and the list of shortcuts when they are asked for. */
export function Commands() {
  const text = useText();
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  const [shown, setShown] = useState<ReactNode>(null);
  useShortcuts();
  useCommandsOfTheFrame();
  useCommand('palette.open', () => setOpen('palette'));
  useCommand('shortcuts.show', () => setOpen('shortcuts'));
  const close = () => setOpen(null);
  const broken = (problem: unknown) => {
    close();
    toastProblem(problem);
  };
  return (
    <Suspense fallback={null}>
      {open === null ? null : (
        <Area key={open} name={text('COMMANDS_OPEN_PALETTE')} onBroken={broken}>
          {open === 'palette' ? <CommandPalette onClose={close} onShow={setShown} /> : <ShortcutsDialog onClose={close} />}
        </Area>
      )}
      {shown}
    </Suspense>
  );
}

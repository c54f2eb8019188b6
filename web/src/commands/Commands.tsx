import type { Permission } from '@parley/contract';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { report } from '../report.ts';
import { useCan } from '../session/current-user.ts';
import { signOut } from '../session/tokens.ts';
import { currentLanguage, everyText, setLanguage, useText } from '../text.ts';
import { setLook, useDark, useLook } from '../theme/look.ts';
import { Area } from '../ui/Area.tsx';
import { toastError, toastProblem } from '../ui/toast.ts';
import { useCommand } from './active.ts';
import type { CommandId } from './command-table.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** With their words, which the first screen does without. */
const palette = async () => (await Promise.all([import('./CommandPalette.tsx'), everyText()]))[0];
const shortcuts = async () => (await Promise.all([import('./ShortcutsDialog.tsx'), everyText()]))[0];
const CommandPalette = lazy(() => palette().then((module) => ({ default: module.CommandPalette })));
const ShortcutsDialog = lazy(() => shortcuts().then((module) => ({ default: module.ShortcutsDialog })));

/** Loads both before they are asked for. */
export const preloadPalette = (): Promise<unknown> => Promise.allSettled([palette(), shortcuts()]);

function usePage(id: CommandId, to: NonNullable<LinkProps['to']>, permission: Permission): void {
  const navigate = useNavigate();
  useCommand(id, useCan(permission) ? () => void navigate({ to }) : null);
}

/** What can be done on every page: going elsewhere, the look, and the way out. */
function useCommandsOfTheFrame(): void {
  const dark = useDark();
  const { density } = useLook();
  usePage('go.communications', '/communications/{-$roomId}', ['rooms', 'read']);
  usePage('go.newChat', '/communications/create', ['rooms', 'create']);
  usePage('go.users', '/admin/users', ['settings', 'open']);
  usePage('go.admin', '/admin', ['settings', 'open']);
  usePage('go.widget', '/admin/widget', ['settings', 'open']);
  usePage('go.audit', '/admin/audit', ['settings', 'open']);
  usePage('go.profile', '/profile', ['profile', 'change']);
  usePage('go.accounts', '/super-admin/accounts', ['accounts', 'administer']);
  usePage('go.superUsers', '/super-admin/super-users', ['superUsers', 'administer']);
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

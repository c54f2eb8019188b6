import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useText } from '../../../text.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogForm } from './DialogForm.tsx';

/** Asks before a page with changes that are not saved is left; of a closed tab the browser asks itself. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const text = useText();
  const blocker = useBlocker({
    // Another search or hash is still this page.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog title={text('PROFILE_LEAVE_TITLE')} onClose={blocker.reset} width={420}>
      <DialogForm
        words={text('PROFILE_LEAVE_WORDS')}
        onSubmit={blocker.reset}
        actions={
          <>
            <Button variant="default" onClick={blocker.proceed}>
              {text('PROFILE_LEAVE')}
            </Button>
            <Button type="submit" data-autofocus>
              {text('PROFILE_STAY')}
            </Button>
          </>
        }
      />
    </Dialog>
  );
}

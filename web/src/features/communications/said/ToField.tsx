import type { ReactNode } from 'react';
import { useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';
import { isAsked, type PendingSend } from '../state/pending.ts';
import { goesLater, isToBeChanged, toField } from './to-field.ts';

/** At what was refused: it is changed in its field. Whatever may go as it is another time has its `children`, what waits for the server nothing else. */
export function ToField({ send, children }: { send: PendingSend; children: ReactNode }) {
  const text = useText();
  const communications = useCommunications();
  // What it is to become is asked above the composer.
  if (isAsked(send)) return null;
  if (goesLater(send)) return children;
  return (
    <>
      {isToBeChanged(send) ? null : children}
      <button type="button" onClick={() => toField(communications, send)}>
        {text('SAID_EDIT')}
      </button>
    </>
  );
}

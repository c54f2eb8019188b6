import type { ReactNode } from 'react';
import { useText } from '../../../text.ts';
import { useCommunications } from '../context.ts';
import { isAsked, type PendingSend } from '../state/pending.ts';
import { isToBeChanged, toField } from './to-field.ts';

/** At what was refused as it is, and would be again: it is changed in its field. Whatever may go another time has its `children`. */
export function ToField({ send, children }: { send: PendingSend; children: ReactNode }) {
  const text = useText();
  const communications = useCommunications();
  // What it is to become is asked above the composer.
  if (isAsked(send)) return null;
  if (!isToBeChanged(send)) return children;
  return (
    <button type="button" onClick={() => toField(communications, send)}>
      {text('SAID_EDIT')}
    </button>
  );
}

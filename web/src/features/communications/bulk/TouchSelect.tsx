import type { RefObject } from 'react';
import { useText } from '../../../text.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import type { Selection } from '../rooms/use-selection.ts';
import styles from './TouchSelect.module.css';
import { useTouchSelection } from './use-touch-selection.ts';

/** Begins to select rooms where nothing can be pointed at, and ends it. Comes on glass alone. */
export function TouchSelect({ list, selection }: { list: RefObject<HTMLElement | null>; selection: Selection }) {
  const text = useText();
  useTouchSelection(list, selection);
  return (
    <PlainButton className={styles.select ?? ''} onClick={selection.isOn ? selection.clear : selection.begin}>
      {text(selection.isOn ? 'FRAME_CANCEL' : 'BULK_SELECT')}
    </PlainButton>
  );
}

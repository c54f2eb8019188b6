import type { Room } from '@parley/contract';
import { useText } from '../../../text.ts';
import { roomName } from '../room/room-words.ts';
import styles from './RowCheckbox.module.css';

interface RowCheckboxProps {
  room: Room;
  me: string;
  isSelected: boolean;
  /** Others of the list are selected: it shows without being pointed at. */
  shows: boolean;
  onToggle: () => void;
}

/** Stands over a row's picture while somebody points at the row or selects; by keyboard X does the same, on glass a finger that rests on the row. */
export function RowCheckbox({ room, me, isSelected, shows, onToggle }: RowCheckboxProps) {
  const text = useText();
  const label = text('COMMUNICATIONS_SELECT', { name: roomName(room, text, me) });
  return (
    <label className={styles.box} data-shows={shows || isSelected} title={label}>
      <input type="checkbox" tabIndex={-1} checked={isSelected} onChange={onToggle} aria-label={label} />
    </label>
  );
}

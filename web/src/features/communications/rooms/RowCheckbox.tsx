import { useText } from '../../../text.ts';
import styles from './RowCheckbox.module.css';

interface RowCheckboxProps {
  /** Of the room. */
  name: string;
  isSelected: boolean;
  /** Others of the list are selected: it shows without being pointed at. */
  shows: boolean;
  onToggle: () => void;
}

/** Stands over a row's picture while somebody points at the row or selects; by keyboard X does the same, on glass a finger that rests on the row. */
export function RowCheckbox({ name, isSelected, shows, onToggle }: RowCheckboxProps) {
  const text = useText();
  const label = text('COMMUNICATIONS_SELECT', { name });
  return (
    <label className={styles.box} data-shows={shows || isSelected} title={label}>
      <input type="checkbox" tabIndex={-1} checked={isSelected} onChange={onToggle} aria-label={label} />
    </label>
  );
}

import { Checkbox } from '@mantine/core';
import styles from './DataTable.module.css';

interface SelectCellProps {
  label: string;
  isChosen: boolean;
  /** Some of what it stands for is chosen, not all. */
  isPartly?: boolean;
  /** `isRange`: Shift was held. */
  onToggle: (isRange: boolean) => void;
}

/** The box before a row; the whole cell takes the finger. */
export function SelectCell({ label, isChosen, isPartly = false, onToggle }: SelectCellProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box inside has its name itself; the label is the room for the finger.
    <label className={styles.box}>
      <Checkbox
        size="xs"
        radius="xs"
        aria-label={label}
        checked={isChosen}
        indeterminate={isPartly}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}

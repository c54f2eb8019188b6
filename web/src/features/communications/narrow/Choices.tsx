import type { ReactNode } from 'react';
import styles from './Narrow.module.css';

interface Choice<Value extends string> {
  value: Value;
  name: string;
  mark?: ReactNode;
}

interface ChoicesProps<Value extends string> {
  legend: string;
  options: readonly Choice<Value>[];
  chosen: readonly Value[];
  onChoose: (chosen: readonly Value[]) => void;
}

/** Some of a few, none of which means all: each is a button that stays pressed. */
export function Choices<Value extends string>({ legend, options, chosen, onChoose }: ChoicesProps<Value>) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map(({ value, name, mark }) => {
        const isOn = chosen.includes(value);
        return (
          <button
            key={value}
            type="button"
            className={styles.choice}
            aria-pressed={isOn}
            onClick={() => onChoose(isOn ? chosen.filter((one) => one !== value) : [...chosen, value])}
          >
            {mark}
            {name}
          </button>
        );
      })}
    </fieldset>
  );
}

import { Menu } from '@mantine/core';
import { useText } from '../../text.ts';
import { Icon } from '../Icon.tsx';
import styles from './ListTools.module.css';

interface FilterChipProps<Value extends string> {
  name: string;
  /** In their order, each with its name. */
  options: readonly { value: Value; name: string }[];
  chosen: Value | undefined;
  onChoose: (value: Value | undefined) => void;
}

/** A filter of a list: an edged chip while it is off; tinted, with what was chosen and a way out, while it is on. */
export function FilterChip<Value extends string>({ name, options, chosen, onChoose }: FilterChipProps<Value>) {
  const text = useText();
  const value = options.find((option) => option.value === chosen)?.name;
  return (
    <span className={styles.chip} data-on={chosen !== undefined}>
      <Menu>
        <Menu.Target>
          <button type="button" className={styles.choose}>
            {chosen === undefined ? <Icon name="plus" size={14} /> : null}
            {value === undefined ? name : text('LIST_FILTER_IS', { name, value })}
          </button>
        </Menu.Target>
        <Menu.Dropdown className={styles.options ?? ''}>
          {options.map((option) => (
            <Menu.Item
              key={option.value}
              rightSection={option.value === chosen ? <Icon name="check" /> : null}
              aria-current={option.value === chosen}
              onClick={() => onChoose(option.value)}
            >
              {option.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {chosen === undefined ? null : (
        <button
          type="button"
          className={styles.remove}
          onClick={() => onChoose(undefined)}
          aria-label={text('LIST_FILTER_REMOVE', { name })}
          title={text('LIST_FILTER_REMOVE', { name })}
        >
          <Icon name="x" size={14} />
        </button>
      )}
    </span>
  );
}

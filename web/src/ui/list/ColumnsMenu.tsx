import { Menu } from '@mantine/core';
import { useText } from '../../text.ts';
import { Icon } from '../Icon.tsx';
import type { ColumnChoice } from './column-choice.ts';
import styles from './ListTools.module.css';
import { QuietButton } from './QuietButton.tsx';

/** Which columns are shown. The one that names the rows is not among them, for it always is. */
export function ColumnsMenu<Row>({ choice }: { choice: ColumnChoice<Row> }) {
  const text = useText();
  const shown = new Set(choice.shown.map(({ id }) => id));
  return (
    <span className={styles.columns}>
      <Menu position="bottom-end" closeOnItemClick={false}>
        <Menu.Target>
          <QuietButton icon="columns" words={text('LIST_COLUMNS')} />
        </Menu.Target>
        <Menu.Dropdown className={styles.choice ?? ''}>
          {choice.all.slice(1).map(({ id, name }) => (
            <Menu.CheckboxItem key={id} checked={shown.has(id)} onChange={(isShown) => choice.wish(id, isShown)}>
              {name}
            </Menu.CheckboxItem>
          ))}
          {choice.reset === null ? null : (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<Icon name="undo" />} onClick={choice.reset}>
                {text('LIST_COLUMNS_RESET')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

import type { MouseEvent, PointerEvent } from 'react';
import { useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { LazyMenu } from '../../../ui/LazyMenu.tsx';
import styles from './Customer.module.css';

interface BlockMoverProps {
  /** The block's name, as a person reads it. */
  title: string;
  /** Undefined where there is no step left. */
  up: (() => void) | undefined;
  down: (() => void) | undefined;
  /** Puts all blocks where they stand for everybody; undefined while they do. */
  reset: (() => void) | undefined;
  onPress: (event: PointerEvent) => void;
  endedDrag: () => boolean;
}

/** Moves a block: by the pointer as a handle, by its menu for everybody else. */
export function BlockMover({ title, up, down, reset, onPress, endedDrag }: BlockMoverProps) {
  const text = useText();
  const name = text('CUSTOMER_BLOCK_MOVE', { name: title });
  const click = (event: MouseEvent) => {
    // A key's click has no pointer that could have dragged.
    if (event.detail > 0 && endedDrag()) event.stopPropagation();
  };
  return (
    <LazyMenu
      position="bottom-end"
      button={
        <button
          type="button"
          className={styles.mover}
          aria-label={name}
          title={name}
          onPointerDown={onPress}
          onClickCapture={click}
          data-mover
        >
          <Icon name="grip" />
        </button>
      }
    >
      {(Menu) => (
        <>
          <Menu.Item leftSection={<Icon name="up" />} disabled={up === undefined} onClick={up}>
            {text('CUSTOMER_BLOCK_UP')}
          </Menu.Item>
          <Menu.Item
            // The first line cannot take the focus where the block stands first.
            data-autofocus={up === undefined ? true : undefined}
            leftSection={<Icon name="down" />}
            disabled={down === undefined}
            onClick={down}
          >
            {text('CUSTOMER_BLOCK_DOWN')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="undo" />} disabled={reset === undefined} onClick={reset}>
            {text('CUSTOMER_BLOCKS_RESET')}
          </Menu.Item>
        </>
      )}
    </LazyMenu>
  );
}

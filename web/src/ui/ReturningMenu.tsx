import { Menu, type MenuProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

/** What has the focus can do nothing with it: it goes with the menu, or nothing has it. */
const isLost = (): boolean => document.activeElement === document.body || document.activeElement?.closest('[data-menu-dropdown]') != null;

/**
 * A menu that gives the focus back the moment it closes, before it has faded: whoever goes on by keys would otherwise be called back by it. Where
 * what was chosen puts the focus somewhere, it goes on there.
 */
export function ReturningMenu(props: MenuProps) {
  const { opened } = props;
  const from = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (opened) {
      from.current = document.activeElement;
      return;
    }
    if (from.current instanceof HTMLElement && isLost()) from.current.focus({ preventScroll: true });
    from.current = null;
  }, [opened]);
  return <Menu returnFocus={false} {...props} />;
}

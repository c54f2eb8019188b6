import type { Menu, MenuProps } from '@mantine/core';
import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode, type RefAttributes, useState } from 'react';
import { useOverlays } from './use-overlays.ts';

interface LazyMenuProps extends Pick<MenuProps, 'position' | 'width'> {
  /** The button that opens it. */
  button: ReactElement<HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>>;
  className?: string | undefined;
  /** Where something else opens it too. */
  opened?: boolean;
  onChange?: (opened: boolean) => void;
  /** What stands in it, drawn with the parts of the menu. */
  children: (parts: typeof Menu) => ReactNode;
}

/** A menu whose code comes after the first screen, or with the first click on its button. */
export function LazyMenu({ button, className, children, opened, onChange, ...menu }: LazyMenuProps) {
  const [isOpenItself, openItself] = useState(false);
  const isOpen = opened ?? isOpenItself;
  const setOpen = onChange ?? openItself;
  const { overlays, isReady, button: ref } = useOverlays(isOpen);
  if (overlays === null) {
    return cloneElement(button, { ref, 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: () => setOpen(true) });
  }
  const { Kit, Menu: Parts, ReturningMenu } = overlays;
  return (
    <Kit>
      <ReturningMenu {...menu} opened={isReady && isOpen} onChange={setOpen}>
        <Parts.Target>{cloneElement(button, { ref })}</Parts.Target>
        {/* While it fades, keys mean what they mean without it. */}
        <Parts.Dropdown className={className ?? ''} data-closing={!isOpen}>
          {children(Parts)}
        </Parts.Dropdown>
      </ReturningMenu>
    </Kit>
  );
}

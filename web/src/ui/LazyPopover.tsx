import type { PopoverProps } from '@mantine/core';
import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode, type RefAttributes, useEffect } from 'react';
import { useOverlays } from './use-overlays.ts';

interface LazyPopoverProps extends Pick<PopoverProps, 'position' | 'width' | 'shadow'> {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** What opens and closes it. */
  button: ReactElement<HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>>;
  /** Its name for a screen reader. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A popover that keeps the focus while it is open, and whose code comes after the first screen or when it is first opened. */
export function LazyPopover({ opened, onChange, button, label, className, children, ...popover }: LazyPopoverProps) {
  const { overlays, isReady, button: ref } = useOverlays(opened);
  // Also before it has got the focus, and its own listener with it.
  useEffect(() => {
    if (!opened) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onChange(false);
    };
    window.addEventListener('keydown', pressed, { capture: true });
    return () => window.removeEventListener('keydown', pressed, { capture: true });
  }, [opened, onChange]);
  if (overlays === null) return cloneElement(button, { ref, 'aria-haspopup': 'dialog', 'aria-expanded': false });
  const { Kit, Popover } = overlays;
  return (
    <Kit>
      <Popover {...popover} opened={isReady && opened} onChange={onChange} trapFocus returnFocus withinPortal>
        <Popover.Target>{cloneElement(button, { ref })}</Popover.Target>
        <Popover.Dropdown className={className ?? ''} aria-label={label}>
          {children}
        </Popover.Dropdown>
      </Popover>
    </Kit>
  );
}

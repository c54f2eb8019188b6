import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ButtonInside, type ButtonLook, buttonLook } from './Button.tsx';

interface LinkButtonProps extends Pick<ButtonLook, 'variant' | 'leftSection'> {
  to: LinkProps;
  children: ReactNode;
}

/** Looks like a button and is a link: it can be opened in another tab. */
export function LinkButton({ to, children, ...look }: LinkButtonProps) {
  return (
    <Link {...to} {...buttonLook(look)}>
      <ButtonInside {...look}>{children}</ButtonInside>
    </Link>
  );
}

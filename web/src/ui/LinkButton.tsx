import { Button, type ButtonProps } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface LinkButtonProps extends Pick<ButtonProps, 'variant' | 'leftSection'> {
  to: LinkProps;
  children: ReactNode;
}

/** Looks like a button and is a link: it can be opened in another tab. */
export function LinkButton({ to, ...button }: LinkButtonProps) {
  return <Button renderRoot={(props) => <Link {...to} {...props} />} {...button} />;
}

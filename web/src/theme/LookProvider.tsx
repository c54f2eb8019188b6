import './tokens.css';
import './fonts.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import './page.css';
import { type ReactNode, useLayoutEffect } from 'react';
import { Toasts } from '../ui/Toasts.tsx';
import { useDark, useLook } from './look.ts';

/** Theme, mode and density for everything below; toasts stand at the bottom. */
export function LookProvider({ children }: { children: ReactNode }) {
  const theme = useLook((look) => look.theme);
  const density = useLook((look) => look.density);
  const isDark = useDark();
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = theme;
    dataset.density = density;
    // The kit's name for it, by which tokens.css goes as well.
    dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  }, [theme, density, isDark]);
  return (
    <>
      {children}
      <Toasts />
    </>
  );
}

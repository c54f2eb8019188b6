import './tokens.css';
import './fonts.css';
import '@mantine/core/styles.layer.css';
import './page.css';
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Toasts } from '../ui/Toasts.tsx';
import { setLook, useLook } from './look.ts';
import { cssVariables, themes } from './theme.ts';

/** Mantine asks and tells the look store, which keeps the mode under the key that the first paint reads. */
const colorSchemes: MantineColorSchemeManager = {
  get: () => useLook.getState().mode,
  set: (mode) => setLook({ mode }),
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => setLook({ mode: 'auto' }),
};

/** Theme, mode and density for everything below; toasts stand at the bottom. */
export function LookProvider({ children }: { children: ReactNode }) {
  const theme = useLook((look) => look.theme);
  const density = useLook((look) => look.density);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.density = density;
  }, [theme, density]);
  return (
    <MantineProvider theme={themes[theme]} cssVariablesResolver={cssVariables} colorSchemeManager={colorSchemes} defaultColorScheme="auto">
      {children}
      <Toasts />
    </MantineProvider>
  );
}

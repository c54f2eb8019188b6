import '@mantine/core/styles.layer.css';
import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  MantineProvider,
  mergeMantineTheme,
} from '@mantine/core';
import { type ReactNode, useInsertionEffect } from 'react';
import { isDark, useDark, useLook } from './look.ts';
import { cssVariables, type ThemeName, themes } from './theme.ts';

const standing = new Set<ThemeName>();

/** Puts the variables of a theme into the page, once: every part that is drawn with the kit shares them. */
function putVariables(name: ThemeName): void {
  if (standing.has(name)) return;
  standing.add(name);
  const theme = mergeMantineTheme(DEFAULT_THEME, themes[name]);
  const style = document.createElement('style');
  style.textContent = convertCssVariables(
    deepMerge(defaultCssVariablesResolver(theme), cssVariables(theme)),
    `:root[data-theme="${name}"]`,
  );
  document.head.append(style);
}

/** The look store decides; the kit is only told. */
const told = {
  get: () => (isDark() ? 'dark' : 'light'),
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
} as const;

/** What the kit (Mantine) draws stands below this: menus, dialogs, and every page that comes after the first screen. */
export function Kit({ children }: { children: ReactNode }) {
  const theme = useLook((look) => look.theme);
  const isDarkNow = useDark();
  useInsertionEffect(() => putVariables(theme), [theme]);
  return (
    <MantineProvider
      theme={themes[theme]}
      withCssVariables={false}
      withGlobalClasses={false}
      colorSchemeManager={told}
      forceColorScheme={isDarkNow ? 'dark' : 'light'}
    >
      {children}
    </MantineProvider>
  );
}

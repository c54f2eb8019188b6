import type { TextKey } from '../text.ts';
import type { Density, Mode } from '../theme/look.ts';
import type { ThemeName } from '../theme/theme.ts';

export const modes = { light: 'FRAME_MODE_LIGHT', dark: 'FRAME_MODE_DARK', auto: 'FRAME_MODE_SYSTEM' } as const satisfies Record<
  Mode,
  TextKey
>;
export const densities = { comfortable: 'FRAME_DENSITY_COMFORTABLE', compact: 'FRAME_DENSITY_COMPACT' } as const satisfies Record<
  Density,
  TextKey
>;
export const themeNames = { default: 'FRAME_THEME_DEFAULT', telecom: 'FRAME_THEME_TELECOM' } as const satisfies Record<ThemeName, TextKey>;

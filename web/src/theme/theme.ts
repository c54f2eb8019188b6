import { type CSSVariablesResolver, createTheme, type InputProps, type MantineColorsTuple, mergeThemeOverrides } from '@mantine/core';
import kit from './Kit.module.css';

/** The ramps of tokens.css as tuples: Mantine computes from them; screens use the jobs of tokens.css. */
const ramps = {
  violet: ['#f7f5ff', '#eee9ff', '#ded3ff', '#c8b2fe', '#ae87fd', '#8a55e2', '#783fcc', '#642fae', '#4d2885', '#2e214a'],
  petrol: ['#eff8f9', '#dbeff4', '#b9e1ea', '#8acedc', '#49b2c5', '#1090a3', '#037080', '#055a67', '#014550', '#092d33'],
  red: ['#fff3f1', '#ffe4e2', '#fecbc6', '#fda6a0', '#fa7671', '#e54c4d', '#c72c34', '#a91b26', '#7d161c', '#461a19'],
  amber: ['#fbf5ee', '#f7e9d8', '#f0d4b3', '#e4b882', '#d39746', '#ba7902', '#986308', '#7f5102', '#5e3b00', '#39260a'],
  green: ['#f0f8f3', '#def1e4', '#bfe4cb', '#94d2aa', '#61ba86', '#2ea166', '#0a864f', '#026e40', '#00522e', '#133120'],
  blue: ['#f0f7fe', '#ddedff', '#bdddff', '#8fc6ff', '#5baaf7', '#288de5', '#0272c5', '#095ea2', '#044579', '#112c45'],
} satisfies Record<string, MantineColorsTuple>;

const ink: MantineColorsTuple = [
  '#f4f4f8',
  '#edecf1',
  '#e3e2e8',
  '#d0ced6',
  '#aba9b2',
  '#8c8b94',
  '#66646e',
  '#4d4b55',
  '#36343d',
  '#1c1a22',
];
const inkDark: MantineColorsTuple = [
  '#edecf1',
  '#bab9c2',
  '#a09ea9',
  '#6c6a76',
  '#34333d',
  '#2e2c36',
  '#24232d',
  '#1b1a22',
  '#121119',
  '#0b0a11',
];
const slate: MantineColorsTuple = [
  '#f0f5f8',
  '#e8eef1',
  '#dde4e7',
  '#c8d1d5',
  '#a2adb1',
  '#838e93',
  '#5c686d',
  '#434f54',
  '#2c373c',
  '#131e22',
];
const slateDark: MantineColorsTuple = [
  '#e8eef0',
  '#b1bdc2',
  '#95a3a8',
  '#5f6f75',
  '#28373d',
  '#223036',
  '#19272c',
  '#111d22',
  '#081418',
  '#040d11',
];

const controlHeight = 'var(--control-h)';

const both = createTheme({
  colors: ramps,
  fontFamily: 'Roboto, system-ui, sans-serif',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.34', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.4' },
  fontWeights: { regular: '400', medium: '500', bold: '700' },
  headings: {
    fontWeight: '500',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '12px', xl: '999px' },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: 'none', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  activeClassName: '',
  components: {
    Button: {
      vars: () => ({
        root: { '--button-height': controlHeight, '--button-padding-x': 'var(--control-px)', '--button-fz': 'var(--fs-md)' },
      }),
      styles: { label: { fontWeight: 500 } },
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: () => ({ root: { '--ai-size': controlHeight } }),
    },
    Input: {
      // A field in error keeps the kit's red edge.
      vars: (_theme: unknown, { error }: InputProps) => ({
        wrapper: {
          '--input-height': controlHeight,
          ...(error ? {} : { '--input-bd': 'var(--border-control)' }),
          // What cannot be changed here is still to be read.
          '--input-disabled-color': 'var(--text-2)',
        },
      }),
      // What is longer than its field is seen to go on.
      styles: (_theme: unknown, { disabled }: InputProps) => ({
        input: { textOverflow: 'ellipsis', ...(disabled === true ? { opacity: 1 } : {}) },
      }),
    },
    InputWrapper: { styles: { label: { marginBottom: 4 } } },
    Checkbox: { classNames: { input: kit.box } },
    Radio: { classNames: { radio: kit.box } },
    Switch: { classNames: { track: kit.track } },
    Table: { defaultProps: { verticalSpacing: 0 } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 150 },
        withInitialFocusPlaceholder: false,
        // Beside its button, so that it stands in the same landmark; fixed, so that no box which scrolls cuts it off.
        withinPortal: false,
        floatingStrategy: 'fixed',
      },
      styles: {
        dropdown: { border: 0, background: 'var(--surface-raised)' },
        item: { minHeight: 'var(--row-menu-h)' },
        itemSection: { marginInlineEnd: 8 },
      },
    },
    // What opens above everything is raised, by the one shadow.
    Popover: { defaultProps: { shadow: 'md' }, styles: { dropdown: { border: 0, background: 'var(--surface-raised)' } } },
    Modal: {
      styles: { content: { background: 'var(--surface-raised)' }, header: { background: 'var(--surface-raised)' } },
    },
    // The parts of which every dialog here is made: the kit gives what is said of `Modal` to its whole one alone.
    ModalRoot: {
      defaultProps: {
        centered: true,
        shadow: 'md',
        transitionProps: {
          duration: 150,
          transition: {
            in: { opacity: 1, transform: 'none' },
            out: { opacity: 0, transform: 'translateY(4px)' },
            transitionProperty: 'opacity, transform',
          },
        },
      },
    },
    ModalOverlay: { defaultProps: { color: 'var(--scrim)', backgroundOpacity: 1 } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 90 } } },
  },
});

/** The two looks of communications, section 9 ("Theme"): default (purple) and that of a telecom operator. */
export const themes = {
  default: mergeThemeOverrides(
    both,
    createTheme({ primaryColor: 'violet', primaryShade: { light: 6, dark: 5 }, colors: { gray: ink, dark: inkDark } }),
  ),
  telecom: mergeThemeOverrides(
    both,
    createTheme({ primaryColor: 'petrol', primaryShade: { light: 6, dark: 6 }, colors: { gray: slate, dark: slateDark } }),
  ),
};
export type ThemeName = keyof typeof themes;

const jobs = {
  '--mantine-color-body': 'var(--surface-canvas)',
  '--mantine-color-text': 'var(--text-1)',
  '--mantine-color-bright': 'var(--text-1)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--primary-text)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-red-filled': 'var(--danger)',
  '--mantine-color-red-filled-hover': 'var(--danger-hover)',
  '--mantine-color-success': 'var(--success-text)',
  '--mantine-color-default': 'var(--surface-sheet)',
  '--mantine-color-default-color': 'var(--text-1)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-border': 'var(--border-strong)',
  '--mantine-color-disabled': 'var(--surface-press)',
  '--mantine-color-disabled-color': 'var(--text-disabled)',
  '--mantine-color-disabled-border': 'var(--border)',
};

/** Mantine's own colours point at the jobs of tokens.css, so that a colour is decided in one place. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: jobs, dark: jobs });

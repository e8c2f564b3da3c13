import type * as Mantine from '@mantine/core'
import { type CSSVariablesResolver, createTheme, Tabs } from '@mantine/core'
import './tokens.css'
import './colors.css'
import { DARK, GRAY, GREEN, RED, TIDE, YELLOW } from './palettes.ts'

const SANS = 'var(--font-sans)'
const MONO = 'var(--font-mono)'

/** White text has a contrast of 4.5:1 on colors darker than this, black text on lighter colors. */
const LUMINANCE_THRESHOLD = 0.179

/** Controls are 32 px high by default and 28 px at `xs`: dense, but above the 24 px that WCAG requires. */
const HEIGHTS: Record<string, string> = { xs: '28px', sm: '32px', md: '36px' }

/** A title may be an id or a key without spaces. */
const TITLE = { fontSize: '16px', fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere', minWidth: 0 } as const

const CLOSED = { defaultProps: { openOnFocus: false } }

/**
 * A dialog starts in its first field, where an open list would cover the other fields. Keyed by name, because few pages
 * use these components.
 */
const CLOSED_AT_FIRST = { Autocomplete: CLOSED, MultiSelect: CLOSED, Select: CLOSED, TagsInput: CLOSED }

const CLOSE = { 'aria-label': 'Close' }

/** A `<header>` would be a second `banner` landmark of the page. */
const HEADER_OF_DIALOG = { header: { role: 'presentation' } }

type Module = typeof Mantine
type ExtensionOf<Component> = Component extends { extend: (extension: infer Extension) => unknown } ? Extension : never

/** Keyed by name, so that the theme does not import components that a page does not use. */
type Components = { [Name in keyof Module]?: ExtensionOf<Module[Name]> } & {
  InputWrapper: ExtensionOf<Module['Input']['Wrapper']>
}

const COMPONENTS: Components = {
  Badge: { defaultProps: { variant: 'default', size: 'sm', radius: 'sm', tt: 'none', fw: 500 } },
  Button: {
    defaultProps: { size: 'sm', variant: 'default' },
    vars: (_theme, { size }) => ({
      root: {
        ...heightOf('--button-height', size),
        ...(size === 'sm' ? { '--button-padding-x': '12px', '--button-fz': '13px' } : {}),
      },
    }),
    styles: { label: { fontWeight: 500 } },
  },
  Drawer: {
    defaultProps: { transitionProps: { duration: 120 }, attributes: HEADER_OF_DIALOG, closeButtonProps: CLOSE },
    styles: { title: TITLE },
  },
  Input: { vars: (_theme, { size }) => ({ wrapper: heightOf('--input-height', size ?? 'sm') }) },
  InputWrapper: { styles: { label: { fontWeight: 500, marginBottom: '4px' } } },
  Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
  Menu: {
    defaultProps: { shadow: 'md', position: 'bottom-end', returnFocus: true, transitionProps: { duration: 80 } },
  },
  Modal: {
    defaultProps: {
      attributes: HEADER_OF_DIALOG,
      closeButtonProps: CLOSE,
      overlayProps: { backgroundOpacity: 0.45 },
      centered: true,
      radius: 'lg',
      padding: 'lg',
      transitionProps: { duration: 120 },
    },
    styles: { title: TITLE },
  },
  ...CLOSED_AT_FIRST,
  Paper: { defaultProps: { radius: 'lg' } },
  Popover: {
    defaultProps: { shadow: 'md', returnFocus: true, transitionProps: { duration: 80 } },
  },
  SegmentedControl: { defaultProps: { size: 'sm', transitionDuration: 120 } },
  Table: {
    defaultProps: {
      verticalSpacing: '6px',
      horizontalSpacing: 'sm',
      fz: 'sm',
      highlightOnHover: true,
      highlightOnHoverColor: 'var(--hover)',
      borderColor: 'var(--line)',
    },
    styles: { th: { fontWeight: 500, color: 'var(--text-dim)', whiteSpace: 'nowrap' } },
  },
  // Imported because nearly every page uses tabs.
  Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
  Tooltip: {
    defaultProps: {
      withArrow: true,
      openDelay: 250,
      multiline: true,
      maw: 420,
      fz: 'xs',
      transitionProps: { duration: 80 },
      events: { hover: true, focus: true, touch: true },
    },
  },
}

export const theme = createTheme({
  primaryColor: 'tide',
  primaryShade: { light: 6, dark: 6 },
  colors: { tide: TIDE, gray: GRAY, dark: DARK, red: RED, green: GREEN, yellow: YELLOW },
  black: GRAY[9],
  autoContrast: true,
  luminanceThreshold: LUMINANCE_THRESHOLD,
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.55' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '28px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  headings: {
    fontFamily: SANS,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.35' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
      h4: { fontSize: '13px', lineHeight: '1.4' },
      h5: { fontSize: '13px', lineHeight: '1.4' },
      h6: { fontSize: '12px', lineHeight: '1.4' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(16 20 28 / 6%)',
    sm: '0 1px 3px rgb(16 20 28 / 10%)',
    md: '0 4px 14px rgb(16 20 28 / 12%)',
    lg: '0 10px 28px rgb(16 20 28 / 16%)',
    xl: '0 18px 44px rgb(16 20 28 / 20%)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: COMPONENTS,
})

function heightOf(variable: '--button-height' | '--input-height', size: unknown): Record<string, string> {
  const height = typeof size === 'string' ? HEIGHTS[size] : undefined
  return height === undefined ? {} : { [variable]: height }
}

const OWN_COLORS = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-dim)',
  '--mantine-color-default-border': 'var(--line-strong)',
}

/** Mantine's own gray text and `light` variants fail WCAG AA. */
export const cssVariablesResolver: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...OWN_COLORS,
    ...lightVariant(Object.keys(colors), 8),
    '--mantine-color-anchor': TIDE[7],
    '--mantine-color-placeholder': '#69717e',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-error': RED[7],
    '--mantine-color-success': GREEN[7],
    '--mantine-color-disabled': GRAY[1],
    '--mantine-color-disabled-color': GRAY[6],
    '--mantine-color-disabled-border': GRAY[2],
  },
  dark: {
    ...OWN_COLORS,
    ...lightVariant(Object.keys(colors), 2),
    '--mantine-color-anchor': TIDE[4],
    '--mantine-color-placeholder': DARK[3],
    '--mantine-color-default': '#22262d',
    '--mantine-color-default-hover': '#2b3039',
    '--mantine-color-error': RED[3],
    '--mantine-color-success': GREEN[3],
    '--mantine-color-disabled': DARK[5],
    '--mantine-color-disabled-color': DARK[3],
    '--mantine-color-disabled-border': DARK[4],
  },
})

function lightVariant(names: string[], shade: number): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-${shade})`],
      [`--mantine-color-${name}-light`, washOf(name, 12)],
      [`--mantine-color-${name}-light-hover`, washOf(name, 18)],
    ]),
  )
}

function washOf(name: string, percent: number): string {
  return `color-mix(in srgb, var(--mantine-color-${name}-5) ${percent}%, transparent)`
}

import { type CSSVariablesResolver, createTheme } from '@mantine/core'

/** The list itself scrolls, and not a box inside it that the keyboard can't reach. */
const scrollingOptions = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 220, overflowY: 'auto' } },
} as const

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 8,
  black: '#212529',
  respectReducedMotion: true,
  // By name: `Modal.extend` would pull the dialog code into the sign-in page.
  components: {
    // The box has enough color; a yellow title on yellow is not readable.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    // What it focuses instead of the first item is not allowed in a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Autocomplete: scrollingOptions,
    MultiSelect: scrollingOptions,
    Select: scrollingOptions,
    TagsInput: scrollingOptions,
    Modal: { styles: { title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)', lineHeight: 1.35 } } },
  },
})

/**
 * Readable text needs a contrast of 4.5. Mantine's dimmed text has 3.3 on white and 4.0 on its dark gray, its error
 * text 3.3 on white, its links 4.4 on a selected row and 3.7 on a dark notice,
 * its quiet buttons 4.1 under the pointer.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-anchor': 'var(--mantine-color-indigo-9)',
    '--mantine-color-indigo-light-hover': 'var(--mantine-color-indigo-1)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
})

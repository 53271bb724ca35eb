import { type CSSVariablesResolver, createTheme } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 8,
  black: '#212529',
  respectReducedMotion: true,
})

/** Mantine's own dimmed text has a contrast of 3.3 on white and 4.0 on its dark gray; readable text needs 4.5. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-dimmed': 'var(--mantine-color-gray-7)' },
  dark: { '--mantine-color-dimmed': 'var(--mantine-color-dark-1)' },
})

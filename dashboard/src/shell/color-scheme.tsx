import { SegmentedControl, useMantineColorScheme } from '@mantine/core'

export const COLOR_SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const

/** Remembered in this browser; `color-scheme.js` applies it before the first paint. */
export function ColorSchemeControl() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label="Theme"
      size="xs"
      fullWidth
      data={[...COLOR_SCHEMES]}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
    />
  )
}

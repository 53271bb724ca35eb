import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** Announces its content. Always mounted, as screen readers require, but takes no space while empty. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <Box aria-live="polite" pos={children ? 'static' : 'absolute'}>
      {children}
    </Box>
  )
}

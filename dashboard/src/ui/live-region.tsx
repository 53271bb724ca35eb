import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** What appears in here is read out. It is always there, as screen readers want it, but takes no room while empty. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <Box aria-live="polite" pos={children ? 'static' : 'absolute'}>
      {children}
    </Box>
  )
}

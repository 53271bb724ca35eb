import { Alert } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** Takes the place of the form that was sent, and with it the focus: otherwise nobody would hear it. */
export function SuccessMessage({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    // The bar at the head of the window must not lie over it.
    <Alert ref={box} tabIndex={-1} color="green" role="status" style={{ scrollMarginTop: '6rem' }}>
      {children}
    </Alert>
  )
}

import { Alert } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** Replaces the submitted form and takes focus, so that screen readers announce it. */
export function SuccessMessage({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    // Keeps it clear of the header.
    <Alert ref={box} tabIndex={-1} color="green" role="status" style={{ scrollMarginTop: '6rem' }}>
      {children}
    </Alert>
  )
}

import { Box, CloseButton, Group, Paper, Text } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import classes from './toast.module.css'

interface Toast {
  id: number
  text: string
}

const SHOWN_MS = 5000
const MAX_SHOWN = 3

let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function setToasts(next: Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** For what has happened and needs no work: "Product saved". An error that needs work is shown where it can be fixed. */
export function showToast(text: string): void {
  lastId += 1
  setToasts([...toasts, { id: lastId, text }].slice(-MAX_SHOWN))
}

const dismiss = (id: number) => setToasts(toasts.filter((toast) => toast.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Always mounted, as screen readers require. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <Box className={classes.toasts ?? ''} role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </Box>
  )
}

function ToastCard({ toast: { id, text } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <Paper shadow="md" withBorder className={classes.toast ?? ''}>
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <Text size="sm" fw={500}>
          {text}
        </Text>
        <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(id)} />
      </Group>
    </Paper>
  )
}

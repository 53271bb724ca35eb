import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** One thing that is so, under its name. */
export function LabeledValue({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </div>
  )
}

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

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

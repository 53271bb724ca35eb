import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../ui/section.tsx'

export function ThemeSection({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section title={title} {...(about && { about })}>
        {children}
      </Section>
    </Paper>
  )
}

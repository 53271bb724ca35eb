import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import classes from './email-frame.module.css'
import type { RenderedEmail } from './emails.ts'

/** Renders an email in a sandboxed iframe without scripts or origin, so its content cannot affect the dashboard. */
export function EmailFrame({ email: { subject, text, html } }: { email: RenderedEmail }) {
  const [format, setFormat] = useState<'html' | 'text'>('html')
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
        <SegmentedControl
          size="xs"
          miw="max-content"
          aria-label="Email format"
          value={format}
          onChange={setFormat}
          data={[
            { value: 'html', label: 'HTML' },
            { value: 'text', label: 'Text' },
          ]}
        />
      </Group>
      {format === 'html' ? (
        <iframe
          title={`Email: ${subject}`}
          className={classes.frame}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          // Links open in a new tab.
          srcDoc={html.replace('<head>', '<head><base target="_blank">')}
        />
      ) : (
        <pre className={classes.text}>{text}</pre>
      )}
    </Stack>
  )
}

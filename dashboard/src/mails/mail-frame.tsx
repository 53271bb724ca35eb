import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import classes from './mail-frame.module.css'
import type { RenderedMail } from './mails.ts'

/** A mail as its reader sees it: in a frame without scripts or origin, so that it does nothing here whatever is in it. */
export function MailFrame({ mail: { subject, text, html } }: { mail: RenderedMail }) {
  const [shown, setShown] = useState<'html' | 'text'>('html')
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
        <SegmentedControl
          size="xs"
          miw="max-content"
          aria-label="Which part is shown"
          value={shown}
          onChange={setShown}
          data={[
            { value: 'html', label: 'HTML' },
            { value: 'text', label: 'Text' },
          ]}
        />
      </Group>
      {shown === 'html' ? (
        <iframe
          title={`Mail: ${subject}`}
          className={classes.frame}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          // Its links open elsewhere.
          srcDoc={html.replace('<head>', '<head><base target="_blank">')}
        />
      ) : (
        <pre className={classes.text}>{text}</pre>
      )}
    </Stack>
  )
}

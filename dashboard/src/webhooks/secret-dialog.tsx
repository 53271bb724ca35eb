import { Alert, Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface Props {
  title: string
  secret: string
  children?: ReactNode
  onDone: () => void
}

const LEAVE_WARNING = 'The secret is shown only once. Leave without saving it?'

/** The only time the secret is visible: the dialog closes only after the user confirms having saved it. */
export function SecretDialog({ title, secret, children, onDone }: Props) {
  const [isSaved, setIsSaved] = useState(false)
  useBlocker({
    shouldBlockFn: () => !isSaved && !window.confirm(LEAVE_WARNING),
    enableBeforeUnload: () => !isSaved,
  })
  return (
    <Dialog locked size="lg" onClose={() => {}} title={title}>
      <Stack gap="md">
        <Alert color="yellow" role="status" title="Copy the signing secret now">
          You won't be able to see it again. If you lose it, rotate the secret.
        </Alert>
        <CopyField label="Signing secret" value={secret} />
        {children}
        <Text size="sm">
          {'Verify each request with it, for example with '}
          <Anchor
            underline="always"
            href="https://www.standardwebhooks.com"
            target="_blank"
            rel="noopener noreferrer"
            inherit
          >
            a Standard Webhooks library
          </Anchor>
          .
        </Text>
        <Checkbox
          label="I saved this secret in a safe place"
          checked={isSaved}
          onChange={(event) => setIsSaved(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button onClick={onDone} disabled={!isSaved}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './save-bar.module.css'

interface Props {
  isEdited: boolean
  isSaving: boolean
  saveLabel?: string
  /** Why it can't be saved as it is. */
  obstacle?: string | undefined
  /** What has become of the last attempt. */
  news?: string | undefined
  onDiscard: () => void
  /** Where there is no form to send. */
  onSave?: () => void
  /** Refusals: here, where the button was pressed, they are in view wherever on the page somebody is. */
  children?: ReactNode
}

/** At hand on a long page while there is something to save or to tell, and in nobody's way else. Its button sends the form that it stands in, if there is one. */
export function SaveBar({
  isEdited,
  isSaving,
  saveLabel = 'Save',
  obstacle,
  news,
  onDiscard,
  onSave,
  children,
}: Props) {
  const state = news || (isEdited ? 'Not saved yet.' : 'Nothing to save.')
  return (
    <Paper
      withBorder
      px="md"
      py="sm"
      className={classes.bar ?? ''}
      data-needed={isEdited || Boolean(news) || undefined}
    >
      <Stack gap="sm">
        {children}
        <Group justify="space-between" gap="sm">
          <Text
            size="sm"
            c={obstacle ? 'var(--mantine-color-error)' : news ? 'var(--mantine-color-text)' : 'dimmed'}
            fw={news ? 600 : 400}
            aria-live="polite"
            flex="1 1 6rem"
          >
            {obstacle ?? state}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onDiscard} disabled={!isEdited || isSaving}>
              Discard
            </Button>
            <Button
              type={onSave ? 'button' : 'submit'}
              {...(onSave && { onClick: onSave })}
              loading={isSaving}
              disabled={!isEdited || obstacle !== undefined}
            >
              {saveLabel}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  )
}

import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './save-bar.module.css'

interface Props {
  isDirty: boolean
  /** Nothing is stored yet: the bar is there from the start. */
  isNew?: boolean
  isSaving: boolean
  saveLabel?: string
  /** Why the form cannot be saved. */
  validationError?: string | undefined
  /** Outcome of the last attempt. */
  message?: string | undefined
  onDiscard: () => void
  /** Required outside a form. */
  onSave?: () => void
  /** Errors, next to the button: in view wherever on the page the user is. */
  children?: ReactNode
}

/**
 * Shown while there is something to save or report; sticks to the window. Its button submits the surrounding form, if
 * there is one.
 */
export function SaveBar({
  isDirty,
  isNew = false,
  isSaving,
  saveLabel = 'Save',
  validationError,
  message,
  onDiscard,
  onSave,
  children,
}: Props) {
  const isNeeded = isDirty || isSaving || Boolean(message)
  if (!isNeeded && !isNew) return null
  const status = message || (isDirty ? 'Unsaved changes' : '')
  return (
    <Paper withBorder px="md" py="sm" className={classes.bar ?? ''} data-needed={isNeeded || undefined}>
      <Stack gap="sm">
        {children}
        <Group justify="space-between" gap="sm">
          <Text
            size="sm"
            c={validationError ? 'var(--mantine-color-error)' : message ? 'var(--mantine-color-text)' : 'dimmed'}
            fw={message ? 600 : 400}
            aria-live="polite"
            flex="1 1 6rem"
          >
            {validationError ?? status}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={onDiscard} disabled={!isDirty || isSaving}>
              Discard
            </Button>
            <Button
              type={onSave ? 'button' : 'submit'}
              {...(onSave && { onClick: onSave })}
              loading={isSaving}
              disabled={!isDirty || validationError !== undefined}
            >
              {saveLabel}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  )
}

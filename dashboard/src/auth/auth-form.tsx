import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorAlert } from '../ui/feedback.tsx'
import { withLabeledDetails } from '../ui/field-errors.ts'

interface Props {
  children: ReactNode
  submitLabel: string
  isPending: boolean
  error: Error | null
  onSubmit: (fields: Record<string, string>) => void
}

const FIELD_LABELS: Record<string, string> = {
  '/password': 'The password',
  '/newPassword': 'The new password',
  '/name': 'Your name',
  '/workspaceName': 'The shop name',
  '/email': 'The email address',
}
const fieldLabel = (path: string) => FIELD_LABELS[path] ?? path

/** Uncontrolled inputs, so that password managers and the browser's own validation work. */
export function AuthForm({ children, submitLabel, isPending, error, onSubmit }: Props) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const fields = [...new FormData(event.currentTarget)]
        onSubmit(Object.fromEntries(fields.map(([name, value]) => [name, String(value)])))
      }}
    >
      <Stack gap="md">
        <ErrorAlert error={withLabeledDetails(error, fieldLabel)} />
        {children}
        <Button type="submit" loading={isPending} fullWidth>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}

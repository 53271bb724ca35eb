import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from '../parts/failure.tsx'
import { toldPlainly } from '../parts/faults.ts'

interface Props {
  children: ReactNode
  submit: string
  pending: boolean
  error: Error | null
  onSubmit: (fields: Record<string, string>) => void
}

const LABELS: Record<string, string> = {
  '/password': 'The password',
  '/newPassword': 'The new password',
  '/name': 'Your name',
  '/workspaceName': 'The name of the shop',
  '/email': 'The e-mail address',
}
const labelOf = (path: string) => LABELS[path] ?? path

/** Fields are left to the browser, so that password managers and its own checks work. */
export function EntryForm({ children, submit, pending, error, onSubmit }: Props) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const fields = [...new FormData(event.currentTarget)]
        onSubmit(Object.fromEntries(fields.map(([name, value]) => [name, String(value)])))
      }}
    >
      <Stack gap="md">
        <Failure error={toldPlainly(error, labelOf)} />
        {children}
        <Button type="submit" loading={pending} fullWidth>
          {submit}
        </Button>
      </Stack>
    </form>
  )
}

import { Alert, Anchor } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'
import { NewPasswordInput } from './new-password-input.tsx'

export function PasswordResetPage() {
  const { token = '' } = useSearch({ from: '/password-reset' })
  const reset = useMutation({
    mutationFn: ({ newPassword }: Record<string, string>) =>
      api<object>('/auth/password-reset', { method: 'POST', body: { token, newPassword } }),
    gcTime: 0,
  })
  return (
    <EntryCard title="Choose a new password" about="You are then signed out everywhere else.">
      {reset.isSuccess ? (
        <Alert color="green" role="status">
          Your password is changed. Sign in with the new one.
        </Alert>
      ) : (
        <EntryForm submit="Change the password" pending={reset.isPending} error={reset.error} onSubmit={reset.mutate}>
          <NewPasswordInput name="newPassword" label="New password" />
        </EntryForm>
      )}
      <Anchor renderRoot={(props) => <Link to="/sign-in" {...props} />} size="sm" ta="center">
        To sign-in
      </Anchor>
    </EntryCard>
  )
}

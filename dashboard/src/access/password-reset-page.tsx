import { Alert, Anchor } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'
import { GoodNews } from '../parts/good-news.tsx'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'
import { NewPasswordInput } from './new-password-input.tsx'
import { ToSignIn } from './to-sign-in.tsx'

export function PasswordResetPage() {
  const { token } = useSearch({ from: '/password-reset' })
  const reset = useMutation({
    mutationFn: ({ newPassword }: Record<string, string>) =>
      api<object>('/auth/password-reset', { method: 'POST', body: { token, newPassword } }),
    gcTime: 0,
  })
  if (reset.isSuccess) {
    return (
      <EntryCard title="Choose a new password">
        <GoodNews>Your password is changed. Sign in with the new one.</GoodNews>
        <ToSignIn />
      </EntryCard>
    )
  }
  return (
    <EntryCard title="Choose a new password" about="It signs you out everywhere else.">
      {token ? (
        <EntryForm submit="Change the password" pending={reset.isPending} error={reset.error} onSubmit={reset.mutate}>
          <NewPasswordInput name="newPassword" label="New password" error={reset.error} />
        </EntryForm>
      ) : (
        <Alert color="blue">This needs the link from the mail that we have sent you.</Alert>
      )}
      {reset.isError || !token ? (
        <Anchor renderRoot={(props) => <Link to="/forgot-password" {...props} />} size="sm" ta="center">
          Ask for a new link
        </Anchor>
      ) : null}
      <ToSignIn />
    </EntryCard>
  )
}

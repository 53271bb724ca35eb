import { Alert, Anchor, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../api.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'

export function ForgotPasswordPage() {
  const ask = useMutation({
    mutationFn: ({ email = '' }: Record<string, string>) =>
      api<object>('/auth/password-reset-requests', { method: 'POST', body: { email: email.trim() } }),
  })
  return (
    <EntryCard title="Forgot your password?" about="We send you a link with which you choose a new one.">
      {ask.isSuccess ? (
        <Alert color="green" role="status">
          If there is an account with this address, a link is on its way. It is good for one hour.
        </Alert>
      ) : (
        <EntryForm submit="Send the link" pending={ask.isPending} error={ask.error} onSubmit={ask.mutate}>
          <TextInput name="email" label="E-mail" type="email" autoComplete="username" required withAsterisk={false} />
        </EntryForm>
      )}
      <Anchor renderRoot={(props) => <Link to="/sign-in" {...props} />} size="sm" ta="center">
        Back to sign-in
      </Anchor>
    </EntryCard>
  )
}

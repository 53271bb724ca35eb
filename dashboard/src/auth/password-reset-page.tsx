import { Alert, Anchor } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'
import { useAction } from '../mutation.ts'
import { SuccessMessage } from '../ui/feedback.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthForm } from './auth-form.tsx'
import { NewPasswordInput } from './new-password-input.tsx'
import { SignInLink } from './sign-in-link.tsx'

export function PasswordResetPage() {
  const { token = '' } = useSearch({ from: '/password-reset' })
  const reset = useAction({
    mutationFn: ({ newPassword = '' }: Record<string, string>) =>
      api.post('/auth/password-reset', { body: { token, newPassword } }),
    gcTime: 0,
  })
  if (reset.isSuccess) {
    return (
      <AuthCard title="Choose a new password">
        <SuccessMessage>Password changed. Sign in with the new one.</SuccessMessage>
        <SignInLink />
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Choose a new password" about="This signs you out everywhere else.">
      {token ? (
        <AuthForm submitLabel="Change password" isPending={reset.isPending} error={reset.error} onSubmit={reset.mutate}>
          <NewPasswordInput name="newPassword" label="New password" error={reset.error} />
        </AuthForm>
      ) : (
        <Alert color="blue">Open the link in the email we sent you.</Alert>
      )}
      {reset.isError || !token ? (
        <Anchor renderRoot={(props) => <Link to="/forgot-password" {...props} />} size="sm" ta="center">
          Request a new link
        </Anchor>
      ) : null}
      <SignInLink />
    </AuthCard>
  )
}

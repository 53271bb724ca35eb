import { TextInput } from '@mantine/core'
import { api } from '../api.ts'
import { useAction } from '../mutation.ts'
import { SuccessMessage } from '../ui/feedback.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthForm } from './auth-form.tsx'
import { SignInLink } from './sign-in-link.tsx'

export function ForgotPasswordPage() {
  const requestReset = useAction({
    mutationFn: ({ email = '' }: Record<string, string>) =>
      api.post('/auth/password-reset-requests', { body: { email: email.trim() } }),
  })
  return (
    <AuthCard title="Forgot your password?" about="We email you a link to choose a new password.">
      {requestReset.isSuccess ? (
        <SuccessMessage>
          If an account with this address exists, we sent it a link. The link is valid for one hour.
        </SuccessMessage>
      ) : (
        <AuthForm
          submitLabel="Send link"
          isPending={requestReset.isPending}
          error={requestReset.error}
          onSubmit={requestReset.mutate}
        >
          <TextInput name="email" label="Email" type="email" autoComplete="username" required withAsterisk={false} />
        </AuthForm>
      )}
      <SignInLink />
    </AuthCard>
  )
}

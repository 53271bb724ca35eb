import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../api.ts'
import { SuccessMessage } from '../ui/success-message.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthForm } from './auth-form.tsx'
import { SignInLink } from './sign-in-link.tsx'

export function ForgotPasswordPage() {
  const requestReset = useMutation({
    mutationFn: ({ email = '' }: Record<string, string>) =>
      api<object>('/auth/password-reset-requests', { method: 'POST', body: { email: email.trim() } }),
  })
  return (
    <AuthCard title="Forgot your password?" about="We mail you a link with which you choose a new one.">
      {requestReset.isSuccess ? (
        <SuccessMessage>
          If there is an account with this address, a link is on its way. It is good for one hour.
        </SuccessMessage>
      ) : (
        <AuthForm
          submitLabel="Send the link"
          isPending={requestReset.isPending}
          error={requestReset.error}
          onSubmit={requestReset.mutate}
        >
          <TextInput name="email" label="E-mail" type="email" autoComplete="username" required withAsterisk={false} />
        </AuthForm>
      )}
      <SignInLink />
    </AuthCard>
  )
}

import { Alert, Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'
import { useAction } from '../mutation.ts'
import { ME_KEY } from '../session.ts'
import { SuccessMessage } from '../ui/feedback.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthForm } from './auth-form.tsx'

/** Requires a session: the link is valid only for the account it was sent to. */
export function EmailVerificationPage() {
  const { token } = useSearch({ from: '/email-verification' })
  const queryClient = useQueryClient()
  const verify = useAction({
    mutationFn: (body: { token: string }) => api.post('/auth/email-verification', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ME_KEY }),
  })
  return (
    <AuthCard title="Verify your email address">
      {verify.isSuccess ? (
        <SuccessMessage>Your email address is verified.</SuccessMessage>
      ) : token ? (
        <AuthForm
          submitLabel="Verify email address"
          isPending={verify.isPending}
          error={verify.error}
          onSubmit={() => verify.mutate({ token })}
        >
          {null}
        </AuthForm>
      ) : (
        <Alert color="blue">Open the link in the email we sent you.</Alert>
      )}
      <Anchor renderRoot={(props) => <Link to="/account" {...props} />} size="sm" ta="center">
        Go to your account
      </Anchor>
    </AuthCard>
  )
}

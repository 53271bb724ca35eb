import { Alert, Anchor } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'
import { GoodNews } from '../parts/good-news.tsx'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'
import { ME } from './me.ts'

/** Behind the sign-in: the link counts in a session of its own account only. */
export function EmailVerificationPage() {
  const { token } = useSearch({ from: '/email-verification' })
  const queryClient = useQueryClient()
  const verify = useMutation({
    mutationFn: () => api<object>('/auth/email-verification', { method: 'POST', body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ME }),
  })
  return (
    <EntryCard title="Verify your e-mail address">
      {verify.isSuccess ? (
        <GoodNews>Your e-mail address is verified.</GoodNews>
      ) : token ? (
        <EntryForm
          submit="Verify the address"
          pending={verify.isPending}
          error={verify.error}
          onSubmit={() => verify.mutate()}
        >
          {null}
        </EntryForm>
      ) : (
        <Alert color="blue">Open the link from the e-mail that we sent you.</Alert>
      )}
      <Anchor renderRoot={(props) => <Link to="/account" {...props} />} size="sm" ta="center">
        Go to your account
      </Anchor>
    </EntryCard>
  )
}

import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../api.ts'
import { GoodNews } from '../parts/good-news.tsx'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'
import { ToSignIn } from './to-sign-in.tsx'

export function ForgotPasswordPage() {
  const ask = useMutation({
    mutationFn: ({ email = '' }: Record<string, string>) =>
      api<object>('/auth/password-reset-requests', { method: 'POST', body: { email: email.trim() } }),
  })
  return (
    <EntryCard title="Forgot your password?" about="We mail you a link with which you choose a new one.">
      {ask.isSuccess ? (
        <GoodNews>If there is an account with this address, a link is on its way. It is good for one hour.</GoodNews>
      ) : (
        <EntryForm submit="Send the link" pending={ask.isPending} error={ask.error} onSubmit={ask.mutate}>
          <TextInput name="email" label="E-mail" type="email" autoComplete="username" required withAsterisk={false} />
        </EntryForm>
      )}
      <ToSignIn />
    </EntryCard>
  )
}

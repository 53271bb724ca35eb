import { Alert, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'
import { useEnter } from './enter.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'
import { NewPasswordInput } from './new-password-input.tsx'
import type { SignedIn } from './signed-in.ts'

/** The first owner proves with the link from the server's log that the server is theirs. */
export function SetUpPage() {
  const { token } = useSearch({ from: '/set-up' })
  const enter = useEnter()
  const need = useQuery({ queryKey: ['set-up'], queryFn: () => api<{ needed: boolean }>('/set-up') })
  const setUp = useMutation({
    mutationFn: (fields: Record<string, string>) =>
      api<SignedIn>('/set-up', { method: 'POST', body: { ...fields, token } }),
    onSuccess: () => enter(),
    meta: { ownRefusals: true },
    gcTime: 0,
  })

  if (need.data?.needed === false && !setUp.isSuccess) return <Navigate to="/sign-in" replace />
  if (!token) {
    return (
      <EntryCard title="Set up Storedesk">
        <Alert color="blue">
          Nobody has an account here yet. Open the one-time link that the server printed in its log when it started.
        </Alert>
      </EntryCard>
    )
  }
  return (
    <EntryCard title="Set up Storedesk" about="You become the owner of the first workspace.">
      <EntryForm submit="Create my account" pending={setUp.isPending} error={setUp.error} onSubmit={setUp.mutate}>
        <TextInput name="workspaceName" label="Name of your shop" maxLength={100} required withAsterisk={false} />
        <TextInput name="name" label="Your name" autoComplete="name" maxLength={100} required withAsterisk={false} />
        <TextInput name="email" label="E-mail" type="email" autoComplete="username" required withAsterisk={false} />
        <NewPasswordInput name="password" label="Password" error={setUp.error} />
      </EntryForm>
    </EntryCard>
  )
}

import { Alert, Anchor, Loader, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { useEnter } from './enter.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'
import type { Role } from './me.ts'
import { NewPasswordInput } from './new-password-input.tsx'
import { ToSignIn } from './to-sign-in.tsx'

interface OpenInvitation {
  email: string
  role: Role
  workspaceName: string
  hasAccount: boolean
}

export function InvitationPage() {
  const { token = '' } = useSearch({ from: '/invitation' })
  const enter = useEnter()
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api<OpenInvitation>('/invitations/preview', { method: 'POST', body: { token } }),
  })
  const accept = useMutation({
    mutationFn: (fields: Record<string, string>) =>
      api<{ workspaceId: string }>('/invitations/acceptance', { method: 'POST', body: { ...fields, token } }),
    onSuccess: () => enter(),
    meta: { ownRefusals: true },
    gcTime: 0,
  })

  const { data } = preview
  if (!data) {
    return (
      <EntryCard title="Invitation">
        {preview.isError ? <Failure error={preview.error} /> : <Loader aria-label="Loading the invitation" />}
        {preview.isError ? <ToSignIn /> : null}
      </EntryCard>
    )
  }
  return (
    <EntryCard title={`Join ${data.workspaceName}`} about={`${data.email} is invited with the role ${data.role}.`}>
      <EntryForm submit="Accept" pending={accept.isPending} error={accept.error} onSubmit={accept.mutate}>
        {data.hasAccount ? (
          <Alert color="blue">
            {`You have an account already. If you are not signed in as ${data.email}, `}
            <Anchor
              renderRoot={(props) => <Link to="/sign-in" search={{ next: `/invitation?token=${token}` }} {...props} />}
              size="sm"
            >
              sign in first
            </Anchor>
            .
          </Alert>
        ) : (
          <>
            <TextInput
              name="name"
              label="Your name"
              autoComplete="name"
              maxLength={100}
              required
              withAsterisk={false}
            />
            <NewPasswordInput name="password" label="Choose a password" error={accept.error} />
          </>
        )}
      </EntryForm>
    </EntryCard>
  )
}

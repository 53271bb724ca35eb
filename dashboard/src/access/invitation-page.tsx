import { Alert, Anchor, Button, Loader, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { useEnter } from './enter.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'
import { type Role, useMeIfSignedIn } from './me.ts'
import { NewPasswordInput } from './new-password-input.tsx'
import { useSignOut } from './sign-out.ts'
import { ToSignIn } from './to-sign-in.tsx'

interface OpenInvitation {
  email: string
  role: Role
  workspaceName: string
}

export function InvitationPage() {
  const { token = '' } = useSearch({ from: '/invitation' })
  const enter = useEnter()
  const me = useMeIfSignedIn()
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
  if (!data || me.isPending) {
    return (
      <EntryCard title="Invitation">
        {preview.isError ? <Failure error={preview.error} /> : <Loader aria-label="Loading the invitation" />}
        {preview.isError ? <ToSignIn /> : null}
      </EntryCard>
    )
  }
  const form = { pending: accept.isPending, error: accept.error, onSubmit: accept.mutate }
  const signedInAs = me.data?.user.email
  return (
    <EntryCard title={`Join ${data.workspaceName}`} about={`${data.email} is invited with the role ${data.role}.`}>
      {signedInAs === undefined ? (
        <>
          <Text size="sm" ta="center">
            {'Already have an account? '}
            <Anchor
              renderRoot={(props) => <Link to="/sign-in" search={{ next: `/invitation?token=${token}` }} {...props} />}
              size="sm"
            >
              Sign in first
            </Anchor>
          </Text>
          <EntryForm submit="Create account and join" {...form}>
            <TextInput
              name="name"
              label="Your name"
              autoComplete="name"
              maxLength={100}
              required
              withAsterisk={false}
            />
            <NewPasswordInput name="password" label="Choose a password" error={accept.error} />
          </EntryForm>
        </>
      ) : signedInAs === data.email ? (
        <EntryForm submit="Join" {...form}>
          {me.data?.user.emailVerified === false ? (
            <Anchor renderRoot={(props) => <Link to="/account" {...props} />} size="sm">
              Verify your e-mail address
            </Anchor>
          ) : null}
        </EntryForm>
      ) : (
        <OtherAccount email={signedInAs} />
      )}
    </EntryCard>
  )
}

function OtherAccount({ email }: { email: string }) {
  const signOut = useSignOut()
  return (
    <>
      <Alert color="blue">{`You are signed in as ${email}. Sign out, then open the link again.`}</Alert>
      <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate('here')}>
        Sign out
      </Button>
    </>
  )
}

import { Alert, Anchor, Button, Loader, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'
import { useAction } from '../mutation.ts'
import { useMeIfSignedIn } from '../session.ts'
import { ErrorAlert } from '../ui/feedback.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthForm } from './auth-form.tsx'
import { useEnterDashboard } from './enter-dashboard.ts'
import { NewPasswordInput } from './new-password-input.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { useSignOut } from './sign-out.ts'

export function InvitationPage() {
  const { token = '' } = useSearch({ from: '/invitation' })
  const enter = useEnterDashboard()
  const me = useMeIfSignedIn()
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.post('/invitations/preview', { body: { token } }),
    enabled: token !== '',
  })
  const accept = useAction({
    mutationFn: (fields: Record<string, string>) => api.post('/invitations/acceptance', { body: { ...fields, token } }),
    onSuccess: () => enter(),
    meta: { handlesUnauthorized: true },
    gcTime: 0,
  })

  if (!token) {
    return (
      <AuthCard title="Invitation">
        <Alert color="blue">Open the invitation link that you received.</Alert>
        <SignInLink />
      </AuthCard>
    )
  }
  const { data } = preview
  if (!data || me.isPending) {
    return (
      <AuthCard title="Invitation">
        {preview.isError ? (
          <ErrorAlert error={preview.error} />
        ) : (
          <Loader role="status" aria-label="Loading invitation" />
        )}
        {preview.isError ? <SignInLink /> : null}
      </AuthCard>
    )
  }
  const form = { isPending: accept.isPending, error: accept.error, onSubmit: accept.mutate }
  const signedInAs = me.data?.user.email
  return (
    <AuthCard title={`Join ${data.workspaceName}`} about={`${data.email} is invited with the role ${data.role}.`}>
      {signedInAs === undefined ? (
        <>
          <Text size="sm" ta="center">
            {'Already have an account? '}
            <Anchor
              underline="always"
              renderRoot={(props) => <Link to="/sign-in" search={{ next: `/invitation?token=${token}` }} {...props} />}
              size="sm"
            >
              Sign in first
            </Anchor>
          </Text>
          <AuthForm submitLabel="Create account and join" {...form}>
            <TextInput
              name="name"
              label="Your name"
              autoComplete="name"
              maxLength={100}
              required
              withAsterisk={false}
            />
            <NewPasswordInput name="password" label="Choose a password" error={accept.error} />
          </AuthForm>
        </>
      ) : signedInAs === data.email ? (
        <AuthForm submitLabel="Join" {...form}>
          {me.data?.user.emailVerified === false ? (
            <Anchor renderRoot={(props) => <Link to="/account" {...props} />} size="sm">
              Verify your email address
            </Anchor>
          ) : null}
        </AuthForm>
      ) : (
        <WrongAccount email={signedInAs} />
      )}
    </AuthCard>
  )
}

function WrongAccount({ email }: { email: string }) {
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

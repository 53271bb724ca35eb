import { Paper, PasswordInput, Stack, Title } from '@mantine/core'
import { api } from '../api.ts'
import { AuthForm } from '../auth/auth-form.tsx'
import { NewPasswordInput } from '../auth/new-password-input.tsx'
import { useAction } from '../mutation.ts'
import { useWorkspace } from '../session.ts'
import { SuccessMessage } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { TwoFactor } from './two-factor.tsx'
import { VerifyEmail } from './verify-email.tsx'

export function AccountPage() {
  const { user } = useWorkspace().me
  return (
    <Page title="Your account" about={`${user.name}, ${user.email}`}>
      {user.emailVerified ? null : (
        <Paper component="section" withBorder p="lg" maw={560} aria-labelledby="e-mail">
          <VerifyEmail email={user.email} />
        </Paper>
      )}
      <Paper component="section" withBorder p="lg" maw={560} aria-labelledby="password">
        <ChangePassword />
      </Paper>
      <Paper component="section" withBorder p="lg" maw={560} aria-labelledby="second-factor">
        <TwoFactor isOn={user.twoFactorEnabled} />
      </Paper>
    </Page>
  )
}

export function ChangePassword() {
  const change = useAction({
    mutationFn: ({ currentPassword = '', newPassword = '' }: Record<string, string>) =>
      api.post('/auth/password', { body: { currentPassword, newPassword } }),
    gcTime: 0,
  })
  return (
    <Stack gap="md">
      <Title order={2} size="h4" id="password">
        Password
      </Title>
      {change.isSuccess ? (
        <SuccessMessage>Password changed. You are signed out everywhere else.</SuccessMessage>
      ) : (
        <AuthForm
          submitLabel="Change password"
          isPending={change.isPending}
          error={change.error}
          onSubmit={change.mutate}
        >
          <PasswordInput
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            maxLength={128}
            required
            withAsterisk={false}
          />
          <NewPasswordInput name="newPassword" label="New password" error={change.error} />
        </AuthForm>
      )}
    </Stack>
  )
}

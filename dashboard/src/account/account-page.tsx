import { Paper } from '@mantine/core'
import { useDesk } from '../access/desk.ts'
import { Page } from '../parts/page.tsx'
import { ChangePassword } from './change-password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { VerifyEmail } from './verify-email.tsx'

export function AccountPage() {
  const { user } = useDesk().me
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
        <SecondFactor isOn={user.twoFactorEnabled} />
      </Paper>
    </Page>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../api.ts'
import { useAction } from '../mutation.ts'
import { AuthCard } from './auth-card.tsx'
import { AuthForm } from './auth-form.tsx'

interface Props {
  onSignedIn: () => void
  onBack: () => void
}

export function TwoFactorForm({ onSignedIn, onBack }: Props) {
  const [usesBackupCode, setUsesBackupCode] = useState(false)
  const verify = useAction({
    mutationFn: ({ code = '' }: Record<string, string>) =>
      api.post('/auth/sign-in/second-factor', {
        body: usesBackupCode ? { backupCode: code.trim() } : { code: code.replaceAll(/\s/g, '') },
      }),
    onSuccess: onSignedIn,
    meta: { handlesUnauthorized: true },
    gcTime: 0,
  })
  const about = usesBackupCode ? 'Each backup code works once.' : 'Enter the code from your authenticator app.'

  return (
    <AuthCard title="Two-factor authentication" about={about}>
      <AuthForm submitLabel="Sign in" isPending={verify.isPending} error={verify.error} onSubmit={verify.mutate}>
        {usesBackupCode ? (
          <TextInput
            key="backup"
            name="code"
            label="Backup code"
            maxLength={50}
            required
            withAsterisk={false}
            autoFocus
          />
        ) : (
          <TextInput
            key="totp"
            name="code"
            label="Six-digit code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9\s]{6,9}"
            required
            withAsterisk={false}
            autoFocus
          />
        )}
      </AuthForm>
      <Button variant="subtle" size="compact-sm" onClick={() => setUsesBackupCode(!usesBackupCode)}>
        {usesBackupCode ? 'Use the authenticator app instead' : 'Use a backup code instead'}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={onBack}>
        Back to password
      </Button>
    </AuthCard>
  )
}

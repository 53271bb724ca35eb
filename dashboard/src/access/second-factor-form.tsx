import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryForm } from './entry-form.tsx'
import type { SignedIn } from './signed-in.ts'

interface Props {
  onSignedIn: () => void
  onBack: () => void
}

export function SecondFactorForm({ onSignedIn, onBack }: Props) {
  const [withBackup, setWithBackup] = useState(false)
  const verify = useMutation({
    mutationFn: ({ code = '' }: Record<string, string>) =>
      api<SignedIn>('/auth/sign-in/second-factor', {
        method: 'POST',
        body: withBackup ? { backupCode: code.trim() } : { code: code.replaceAll(/\s/g, '') },
      }),
    onSuccess: onSignedIn,
    meta: { ownRefusals: true },
    gcTime: 0,
  })
  const about = withBackup
    ? 'Each backup code works once.'
    : 'Your account has a second factor. Enter the code that your authenticator app shows now.'

  return (
    <EntryCard title="One more step" about={about}>
      <EntryForm submit="Sign in" pending={verify.isPending} error={verify.error} onSubmit={verify.mutate}>
        {withBackup ? (
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
      </EntryForm>
      <Button variant="subtle" size="compact-sm" onClick={() => setWithBackup(!withBackup)}>
        {withBackup ? 'Use the app instead' : 'Use a backup code instead'}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={onBack}>
        Back to the password
      </Button>
    </EntryCard>
  )
}

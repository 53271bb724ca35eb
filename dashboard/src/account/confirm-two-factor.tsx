import { Alert, Anchor, Button, Center, Text, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { api, type ResponseBody } from '../api.ts'
import { AuthForm } from '../auth/auth-form.tsx'
import { useAction } from '../mutation.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { QrCode } from '../ui/qr-code.tsx'

export type TotpSetup = ResponseBody<'/auth/two-factor', 'post'>

interface Props {
  totp: TotpSetup
  onConfirmed: () => Promise<void>
  onCancel: () => void
}

/** Two-factor is enabled only after a valid code, so a misconfigured app locks nobody out. */
export function ConfirmTwoFactor({ totp: { url, backupCodes }, onConfirmed, onCancel }: Props) {
  const confirm = useAction({
    mutationFn: ({ code = '' }: Record<string, string>) =>
      api.post('/auth/two-factor/confirmation', { body: { code: code.replaceAll(/\s/g, '') } }),
    onSuccess: onConfirmed,
    meta: { handlesUnauthorized: true },
    gcTime: 0,
  })
  const firstStep = useRef<HTMLParagraphElement>(null)
  useEffect(() => firstStep.current?.focus(), [])
  return (
    <>
      <Text ref={firstStep} tabIndex={-1} size="sm">
        1. Scan this QR code with your authenticator app, or{' '}
        <Anchor underline="always" href={url}>
          open the app
        </Anchor>{' '}
        on this device.
      </Text>
      <Center>
        <QrCode label="QR code for the authenticator app; it contains the secret below" text={url} />
      </Center>
      <CopyField
        label="Secret"
        description="Enter it if you can't scan the code."
        value={new URL(url).searchParams.get('secret') ?? ''}
      />
      <Text size="sm">2. Save these backup codes in case you lose your device. Each code works once.</Text>
      <CopyField label="Backup codes" value={backupCodes.join('\n')} />
      <Alert color="yellow">The secret and the backup codes are shown only once.</Alert>
      <Text size="sm">3. Enter the code from the app.</Text>
      <AuthForm submitLabel="Confirm" isPending={confirm.isPending} error={confirm.error} onSubmit={confirm.mutate}>
        <TextInput
          name="code"
          label="Six-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9\s]{6,9}"
          title="Six digits"
          required
          withAsterisk={false}
        />
      </AuthForm>
      <Button variant="subtle" size="compact-sm" onClick={onCancel} disabled={confirm.isPending}>
        Cancel
      </Button>
    </>
  )
}

import { PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { AuthForm } from '../auth/auth-form.tsx'
import { useAction } from '../mutation.ts'
import { ME_KEY } from '../session.ts'
import { SuccessMessage } from '../ui/feedback.tsx'
import { ConfirmTwoFactor, type TotpSetup } from './confirm-two-factor.tsx'

export function TwoFactor({ isOn }: { isOn: boolean }) {
  const queryClient = useQueryClient()
  const [pendingTotp, setPendingTotp] = useState<TotpSetup>()
  const [message, setMessage] = useState('')
  const finish = async (text: string) => {
    await queryClient.invalidateQueries({ queryKey: ME_KEY })
    setPendingTotp(undefined)
    setMessage(text)
  }
  const begin = (totp: TotpSetup) => {
    setMessage('')
    setPendingTotp(totp)
  }

  return (
    <Stack gap="md">
      <Title order={2} size="h4" id="second-factor">
        Two-factor authentication
      </Title>
      {message ? <SuccessMessage key={message}>{message}</SuccessMessage> : null}
      {pendingTotp ? (
        <ConfirmTwoFactor
          totp={pendingTotp}
          onConfirmed={() => finish('Two-factor authentication is on')}
          onCancel={() => {
            setPendingTotp(undefined)
            setMessage('Setup canceled. Two-factor authentication stays off.')
          }}
        />
      ) : null}
      {!pendingTotp && isOn ? <DisableTwoFactor onRemoved={() => finish('Two-factor authentication is off')} /> : null}
      {!pendingTotp && !isOn ? <EnableTwoFactor onPrepared={begin} /> : null}
    </Stack>
  )
}

export function EnableTwoFactor({ onPrepared }: { onPrepared: (setUp: TotpSetup) => void }) {
  const enable = useAction({
    mutationFn: ({ password = '' }: Record<string, string>) => api.post('/auth/two-factor', { body: { password } }),
    onSuccess: onPrepared,
    gcTime: 0,
  })
  return (
    <>
      <Text size="sm">
        Off. Anyone with your password can sign in. Turn it on to also require a code from an authenticator app.
      </Text>
      <AuthForm submitLabel="Turn on" isPending={enable.isPending} error={enable.error} onSubmit={enable.mutate}>
        <CurrentPasswordInput />
      </AuthForm>
    </>
  )
}

export function DisableTwoFactor({ onRemoved }: { onRemoved: () => Promise<void> }) {
  const disable = useAction({
    mutationFn: ({ password = '' }: Record<string, string>) =>
      api.post('/auth/two-factor/removal', { body: { password } }),
    onSuccess: onRemoved,
    gcTime: 0,
  })
  return (
    <>
      <Text size="sm">On. Signing in requires your password and a code from your authenticator app.</Text>
      <AuthForm submitLabel="Turn off" isPending={disable.isPending} error={disable.error} onSubmit={disable.mutate}>
        <CurrentPasswordInput />
      </AuthForm>
    </>
  )
}

export function CurrentPasswordInput() {
  return (
    <PasswordInput
      name="password"
      label="Your password"
      autoComplete="current-password"
      maxLength={128}
      required
      withAsterisk={false}
    />
  )
}

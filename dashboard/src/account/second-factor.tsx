import { Alert, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EntryForm } from '../access/entry-form.tsx'
import { ME } from '../access/me.ts'
import { api } from '../api.ts'
import { Live } from '../parts/live.tsx'
import { ConfirmSecondFactor, type TotpSetUp } from './confirm-second-factor.tsx'

export function SecondFactor({ isOn }: { isOn: boolean }) {
  const queryClient = useQueryClient()
  const [prepared, setPrepared] = useState<TotpSetUp>()
  const [news, setNews] = useState('')
  const finish = (words: string) => {
    setPrepared(undefined)
    setNews(words)
    return queryClient.invalidateQueries({ queryKey: ME })
  }
  const prepare = useMutation({
    mutationFn: (body: Record<string, string>) => api<TotpSetUp>('/auth/two-factor', { method: 'POST', body }),
    onSuccess: setPrepared,
    gcTime: 0,
  })
  const remove = useMutation({
    mutationFn: (body: Record<string, string>) => api<object>('/auth/two-factor/removal', { method: 'POST', body }),
    onSuccess: () => finish('The second factor is off.'),
    gcTime: 0,
  })
  const deed = isOn ? remove : prepare

  return (
    <Stack gap="md">
      <Title order={2} size="h4" id="second-factor">
        Second factor
      </Title>
      <Live>{news ? <Alert color="green">{news}</Alert> : null}</Live>
      {prepared ? (
        <ConfirmSecondFactor setUp={prepared} onConfirmed={() => finish('The second factor is on.')} />
      ) : (
        <>
          <Text size="sm">
            {isOn
              ? 'On: besides the password, signing in takes a code from your authenticator app.'
              : 'Off: whoever has your password can sign in. With an authenticator app, signing in takes a code as well.'}
          </Text>
          <EntryForm
            key={String(isOn)}
            submit={isOn ? 'Turn it off' : 'Turn it on'}
            pending={deed.isPending}
            error={deed.error}
            onSubmit={(fields) => {
              setNews('')
              deed.mutate(fields)
            }}
          >
            <PasswordInput
              name="password"
              label="Your password"
              autoComplete="current-password"
              maxLength={128}
              required
              withAsterisk={false}
            />
          </EntryForm>
        </>
      )}
    </Stack>
  )
}

import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../api.ts'
import { AuthForm } from '../auth/auth-form.tsx'
import { useAction } from '../mutation.ts'
import { onSessionExpired } from '../session-renewal.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Escape must reach no dialog below this one: it would close it and lose what was typed. */
const KEEP_KEYS = { 'data-mantine-stop-propagation': 'true' } as const

/** When the session expires: sign in again over the page, which keeps its input and repeats what failed. */
export function SessionDialog({ email }: { email: string }) {
  const answer = useRef<((isRenewed: boolean) => void) | undefined>(undefined)
  const [isOpen, setIsOpen] = useState(false)
  const close = useCallback((isRenewed: boolean) => {
    setIsOpen(false)
    answer.current?.(isRenewed)
    answer.current = undefined
  }, [])
  useEffect(() => {
    const stop = onSessionExpired(() => {
      setIsOpen(true)
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    return () => {
      stop()
      answer.current?.(false)
    }
  }, [])
  if (!isOpen) return null
  return (
    <Dialog title="Your session has expired" locked zIndex={400} onClose={() => {}}>
      <Stack gap="md">
        <Text size="sm">Sign in again to continue. Nothing you entered is lost.</Text>
        <SignInSteps email={email} onSignedIn={() => close(true)}>
          <Button variant="subtle" size="compact-sm" onClick={() => close(false)} {...KEEP_KEYS}>
            Discard and sign in as someone else
          </Button>
        </SignInSteps>
      </Stack>
    </Dialog>
  )
}

interface StepsProps {
  email: string
  onSignedIn: () => void
  children: ReactNode
}

/** Always the same account: what is on screen belongs to it. */
function SignInSteps({ email, onSignedIn, children }: StepsProps) {
  const [needsCode, setNeedsCode] = useState(false)
  const signIn = useAction({
    mutationFn: ({ password = '' }: Record<string, string>) => api.post('/auth/sign-in', { body: { email, password } }),
    onSuccess: ({ status }) => (status === 'signed_in' ? onSignedIn() : setNeedsCode(true)),
    meta: { handlesUnauthorized: true },
    gcTime: 0,
  })
  const verify = useAction({
    mutationFn: ({ code = '' }: Record<string, string>) =>
      api.post('/auth/sign-in/second-factor', {
        body: /^[\d\s]{6,9}$/.test(code) ? { code: code.replaceAll(/\s/g, '') } : { backupCode: code.trim() },
      }),
    onSuccess: onSignedIn,
    meta: { handlesUnauthorized: true },
    gcTime: 0,
  })
  if (needsCode) {
    return (
      <>
        <AuthForm submitLabel="Continue" isPending={verify.isPending} error={verify.error} onSubmit={verify.mutate}>
          <TextInput
            name="code"
            label="Six-digit code or backup code"
            autoComplete="one-time-code"
            maxLength={50}
            required
            withAsterisk={false}
            autoFocus
            {...KEEP_KEYS}
          />
        </AuthForm>
        {children}
      </>
    )
  }
  return (
    <>
      <AuthForm submitLabel="Sign in" isPending={signIn.isPending} error={signIn.error} onSubmit={signIn.mutate}>
        <TextInput
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          {...KEEP_KEYS}
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          maxLength={128}
          required
          withAsterisk={false}
          data-autofocus
          {...KEEP_KEYS}
        />
      </AuthForm>
      {children}
    </>
  )
}

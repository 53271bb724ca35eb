import { type FormEvent, useState } from 'react'
import type { SentCode } from '../shop/session-store.ts'
import { errorText } from '../shop/text.ts'
import { useCart } from '../shop/use-cart.ts'
import { useSession } from '../shop/use-session.ts'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

/** No password: the shop emails a code. */
export function SignIn() {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<SentCode>()
  const { store } = useSession()
  const request = async (address: string) => {
    setEmail(address)
    setSent(await store.requestCode(address))
  }
  return sent ? (
    <CodeForm email={email} sent={sent} onBack={() => setSent(undefined)} />
  ) : (
    <EmailForm email={email} onSubmit={request} />
  )
}

function EmailForm({ email, onSubmit }: { email: string; onSubmit: (email: string) => Promise<void> }) {
  const [value, setValue] = useState(email)
  const { error, isBusy, submit } = useSubmit(() => onSubmit(value.trim()))
  return (
    <form className="stack" onSubmit={submit}>
      <p className="lead">Enter your email, and we send you a code to sign in. There is no password to remember.</p>
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        required
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      {error ? <Notice tone="danger">{error}</Notice> : null}
      <button type="submit" className="button" aria-disabled={isBusy}>
        Send code
      </button>
    </form>
  )
}

function CodeForm({ email, sent, onBack }: { email: string; sent: SentCode; onBack: () => void }) {
  const { store } = useSession()
  const { store: cart } = useCart()
  const [code, setCode] = useState('')
  const { error, isBusy, submit } = useSubmit(async () => {
    await store.signIn(sent.id, code.trim())
    // The guest's cart becomes the customer's.
    await cart.load()
  })
  return (
    <form className="stack" onSubmit={submit}>
      {sent.isEmailed ? <p className="lead">We sent a code with six digits to {email}.</p> : null}
      {sent.code ? (
        <Notice>
          <p>This shop runs on your machine and cannot send email, so here is the code:</p>
          <p className="demo-code">{sent.code}</p>
        </Notice>
      ) : sent.isEmailed ? null : (
        <Notice>The code is in the server’s log, because no mail server is set up.</Notice>
      )}
      <TextField
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        maxLength={6}
        required
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      {error ? <Notice tone="danger">{error}</Notice> : null}
      <div className="actions">
        <button type="submit" className="button" aria-disabled={isBusy}>
          Sign in
        </button>
        <button type="button" className="link-button" onClick={onBack}>
          Use another email
        </button>
      </div>
    </form>
  )
}

function useSubmit(work: () => Promise<void>) {
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError('')
    work()
      .catch((failure: unknown) => setError(errorText(failure)))
      .finally(() => setBusy(false))
  }
  return { error, isBusy, submit }
}

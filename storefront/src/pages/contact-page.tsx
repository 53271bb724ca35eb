import { isStoredeskError } from '@storedesk/sdk'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from '../router/router.tsx'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'
import { useShop } from '../shop/shop-context.tsx'
import { errorText } from '../shop/text.ts'
import { Field, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

interface Data {
  /** From the page of an order. */
  orderNumber: string
}

type Errors = Record<string, string | undefined>

export const page = definePage<Data>({
  load: async ({ query }) => ({ orderNumber: query.get('order') ?? '' }),
  head: (_data, { theme }) => ({ title: `Contact us – ${theme.brand.name}`, canonical: paths.contact() }),
  View: ({ data: { orderNumber } }) => {
    const [isSent, setSent] = useState(false)
    return (
      <div className="narrow">
        <h1>Contact us</h1>
        {isSent ? (
          <Notice tone="success">
            <p>Thank you. We reply by email, usually within a day.</p>
          </Notice>
        ) : (
          <>
            <p className="lead">
              Many answers are on the <Link href={paths.help()}>help pages</Link>, and in the chat below. Otherwise
              write to us:
            </p>
            <ContactForm orderNumber={orderNumber} onSent={() => setSent(true)} />
          </>
        )}
      </div>
    )
  },
})

function ContactForm({ orderNumber, onSent }: { orderNumber: string; onSent: () => void }) {
  const { server } = useShop()
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)
  const shownMs = useRef(0)
  useEffect(() => {
    shownMs.current = Date.now()
  }, [])

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSending) return
    const fields = Object.fromEntries(
      [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
        String(value).trim() ? [[name, String(value)]] : [],
      ),
    )
    const missing = findMissing(fields)
    setErrors(missing)
    setFailure('')
    const [first] = Object.keys(missing)
    if (first) return document.getElementById(`field-${first}`)?.focus()
    setSending(true)
    try {
      await server.post('contact', { ...fields, elapsedMs: Date.now() - shownMs.current })
      onSent()
    } catch (error) {
      setFailure(errorText(error))
      if (isStoredeskError(error))
        setErrors(Object.fromEntries(error.details.map(({ path, message }) => [path.slice(1), message])))
      setSending(false)
    }
  }

  return (
    <form className="form-grid" noValidate onSubmit={(event) => void send(event)}>
      <TextField name="name" label="Name" autoComplete="name" maxLength={200} error={errors.name} />
      <TextField name="email" label="Email" type="email" autoComplete="email" error={errors.email} />
      <TextField
        name="orderNumber"
        label="Order number"
        placeholder="#1001"
        defaultValue={orderNumber}
        error={errors.orderNumber}
        isOptional
      />
      <Field name="message" label="Message" error={errors.message}>
        {(attributes) => <textarea {...attributes} maxLength={20_000} />}
      </Field>
      {/* People do not see this field; programs fill in everything. */}
      <div className="trap" aria-hidden="true">
        <label htmlFor="website">Website</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      <div>
        <button type="submit" className="button" aria-disabled={isSending}>
          {isSending ? 'Sending…' : 'Send message'}
        </button>
      </div>
    </form>
  )
}

function findMissing({ name, email = '', message }: Record<string, string>): Errors {
  return {
    ...(!name && { name: 'Enter your name.' }),
    ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && { email: 'Enter an email address, such as ada@example.com.' }),
    ...(!message && { message: 'Write what we can help you with.' }),
  }
}

import { describe, expect, it } from 'vitest'
import { DEFAULT_TEMPLATES } from './default-templates.ts'
import { type EmailData, toPlaceholderValues } from './placeholder-values.ts'
import { assertValidTemplate } from './placeholders.ts'
import { renderEmail } from './render.ts'
import { sampleEmailData } from './sample-email-data.ts'
import { EMAIL_KINDS } from './schemas.ts'

const BRANDING = {
  name: 'Hazel & Oak',
  locale: 'en',
  timeZone: 'Europe/Vienna',
  currency: 'EUR',
  color: '#1f3a5f',
  onColor: '#ffffff',
}
const sampleData = sampleEmailData('EUR', new Date('2026-11-15T23:30:00.000Z'))

const rendered = (body: string, more: Partial<EmailData['order']> = {}, subject = 'Hello') =>
  renderEmail(
    { subject, body },
    toPlaceholderValues(BRANDING, { ...sampleData, order: { ...sampleData.order, ...more } }),
    BRANDING,
  )

describe('renderEmail', () => {
  it.each(EMAIL_KINDS)('renders the default template of kind %s completely', (kind) => {
    const template = DEFAULT_TEMPLATES[kind]
    expect(() => assertValidTemplate(kind, template)).not.toThrow()
    const mail = renderEmail(template, toPlaceholderValues(BRANDING, sampleData), BRANDING)
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/\{\{|undefined|null|NaN/)
    expect(mail.html).toContain('Hazel &amp; Oak')
    expect(mail.text).toContain('Hazel & Oak')
  })

  it('renders the same content as text and HTML in the currency and time zone of the shop', () => {
    const mail = rendered('On {{orderDate}}:\n\n{{items}}\n\n{{totals}}\n\n**To**\n{{shippingAddress}}')
    expect(mail.text).toBe(
      'On November 16, 2026:\n\n- 2 × Linen shirt (M, White)   €98.00\n- 1 × Stoneware mug   €24.00\n\n' +
        'Subtotal: €122.00\nDiscount: -€12.20\nShipping: €4.90\nTotal: €114.70\nTax included: €19.12\n\n' +
        'To\nAda Lovelace\nStephansplatz 1\n1010 Wien\nAustria\n',
    )
    for (const part of ['2 × Linen shirt', 'M, White', '€98.00', '€114.70', '1010 Wien<br>Austria']) {
      expect(mail.html).toContain(part)
    }
  })

  it('shows points and gift cards that were used to pay', () => {
    const { totals } = sampleData.order
    const of = (amount: number) => ({ ...totals.total, amount })
    const mail = rendered('{{totals}}\n\n{{points}}', { totals: { ...totals, giftCards: of(1000), points: of(800) } })
    expect(mail.text).toContain('Paid with gift cards: -€10.00\nPaid with points: -€8.00\n\n€8.00')
    expect(rendered('{{totals}}').text).not.toMatch(/points|gift/)
  })

  it('never interprets buyer input as Markdown or HTML', () => {
    const name = '**Ada** [win](https://evil.example) <img src=x onerror=alert(1)> {{total}} $& $1'
    const mail = rendered(
      'Hello {{customerName}}!',
      { shippingAddress: { name, country: 'AT' } },
      'For {{ customerName }}\t',
    )
    expect(mail.html).toContain(
      'Hello **Ada** [win](https://evil.example) &lt;img src=x onerror=alert(1)&gt; {{total}} $&amp; $1!',
    )
    expect(mail.html).not.toMatch(/<img|<a /)
    expect(mail.html).toContain(`<title>For **Ada** [win](https://evil.example) &lt;img`)
    expect(mail.text).toBe(`Hello ${name}!\n`)
  })

  it('keeps the subject on one line to prevent header injection', () => {
    const mail = rendered('x', { note: 'a\r\nBcc: eve@example.com' }, '{{note}}')
    expect(mail.subject).toBe('a Bcc: eve@example.com')
  })

  it('drops only paragraphs whose placeholders are all empty', () => {
    const body = 'Dear you,\n\n**Your note**\n{{note}}\n\nNote: {{note}} of {{orderNumber}}\n\n{{tracking}}\n\nBye'
    const bare = renderEmail(
      { subject: 'x', body },
      toPlaceholderValues(BRANDING, { order: { ...sampleData.order, note: null } }),
      BRANDING,
    )
    expect(bare.text).toBe('Dear you,\n\nNote:  of 1001\n\nBye\n')
    expect(bare.html).not.toContain('Your note')
  })

  it('URL-encodes a value inside a link', () => {
    const { html } = rendered('[Mine](https://shop.example/find?by={{email}})', { email: 'a&b"c@example.com' })
    expect(html).toContain('href="https://shop.example/find?by=a%26b%22c%40example.com"')
  })

  it('links a tracking button only to http and https URLs', () => {
    const withUrl = (trackingUrl: string) => {
      const shipment = { ...sampleData.shipment, trackingUrl }
      return renderEmail(
        { subject: 'x', body: 'x\n\n{{tracking}}' },
        toPlaceholderValues(BRANDING, { ...sampleData, shipment }),
        BRANDING,
      ).html
    }
    expect(withUrl('https://post.example/1')).toContain('href="https://post.example/1"')
    expect(withUrl('javascript:alert(1)')).not.toContain('javascript')
  })
})

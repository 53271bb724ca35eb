import { describe, expect, it } from 'vitest'
import { renderTicketEmail, replySubject, textToHtml, threadReferences } from './compose.ts'

const shop = {
  name: 'Hazel & Oak',
  locale: 'en',
  timeZone: 'Europe/Vienna',
  currency: 'EUR',
  color: '#123456',
  onColor: '#ffffff',
}

it.each([
  ['Where is my order?', 'Re: Where is my order? [#1001]'],
  ['Re: Where is my order?', 'Re: Where is my order? [#1001]'],
  ['AW: Bestellung', 'AW: Bestellung [#1001]'],
  ['Re[2]: Order', 'Re[2]: Order [#1001]'],
  ['Re: Order [#1001]', 'Re: Order [#1001]'],
  ['Re: Order [#1000] [#7]', 'Re: Order [#1001]'],
  ['Receipt missing', 'Re: Receipt missing [#1001]'],
  ['x'.repeat(400), `Re: ${'x'.repeat(250)} [#1001]`],
])('answers the subject %j', (subject, expected) => {
  expect(replySubject(subject, 1001)).toBe(expected)
})

describe('References', () => {
  it('end with the email that is answered, once', () => {
    expect(threadReferences(['a', 'b', 'c', 'b'], 'b')).toEqual(['a', 'c', 'b'])
    expect(threadReferences([], undefined)).toEqual([])
  })

  it('keep the first and the latest of a long conversation', () => {
    const references = threadReferences(
      Array.from({ length: 60 }, (_, at) => `m${at}`),
      'm59',
    )
    expect(references).toHaveLength(20)
    expect([references[0], references[1], references.at(-1)]).toEqual(['m0', 'm41', 'm59'])
  })
})

it('renders the message, the signature and what it answers', () => {
  const { text, html } = renderTicketEmail(
    {
      subject: 'Re: <b> [#1001]',
      text: 'Hello Ada,\r\n\r\nit ships <today>.\nTrack it: https://example.com/t?a=1&b=2.',
      signature: '**Hazel & Oak**\n[Help](https://example.com/help)',
      quoted: { author: 'Ada <script>', createdAt: '2026-11-16T09:00:00Z', text: 'Where is it?\n<img src=x>' },
    },
    shop,
  )
  expect(text).toBe(`Hello Ada,

it ships <today>.
Track it: https://example.com/t?a=1&b=2.

-- 
Hazel & Oak
Help: https://example.com/help

On Nov 16, 2026, 10:00 AM, Ada <script> wrote:
> Where is it?
> <img src=x>
`)
  expect(html).toContain('<a href="https://example.com/t?a=1&amp;b=2">https://example.com/t?a=1&amp;b=2</a>.')
  expect(html).toContain('<strong>Hazel &amp; Oak</strong><br>')
  expect(html).toContain('<blockquote class="gmail_quote"')
  expect(html).not.toMatch(/<script|<img|<today|<b>/)
})

it('does not let an address end its link', () => {
  expect(textToHtml(`https://example.com/"onmouseover="x`)).not.toContain('"onmouseover')
})

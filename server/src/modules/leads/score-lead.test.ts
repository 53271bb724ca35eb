import { expect, it } from 'vitest'
import { detectSpam } from './detect-spam.ts'
import type { NewLead } from './schemas.ts'
import { scoreLead } from './score-lead.ts'

const TOUCH = { source: 'fair', page: null, referrer: null, utm: {}, clickIds: {}, at: '2026-11-17T10:00:00.000Z' }
const CONSENT = { channel: 'email', text: 'News', at: TOUCH.at } as const
const NOBODY: Parameters<typeof scoreLead>[0] = {
  email: null,
  phone: null,
  name: null,
  company: null,
  message: null,
  productIds: [],
  firstTouch: TOUCH,
  lastTouch: TOUCH,
  consents: [],
  submissionCount: 1,
}

const EVERYTHING = {
  email: 'ada@engines.example',
  phone: '+431234567',
  name: 'Ada',
  company: 'Engines',
  message: 'We need two hundred mugs by May.',
  productIds: ['prod_01k9z3h8x2f7mtv4q6bw0ncdre' as const],
  lastTouch: { ...TOUCH, clickIds: { gclid: '1' } },
  consents: [{ ...CONSENT, granted: true }],
  submissionCount: 2,
}

it.each<[string, Partial<typeof NOBODY>, number, string[]]>([
  ['nothing', {}, 0, []],
  ['everything', EVERYTHING, 100, []],
  ['a private mailbox', { email: 'ada@GMail.com' }, 10, ['email']],
  ['a mailbox of a company', { email: 'ada@engines.example' }, 20, ['email', 'business_email']],
  ['a short message', { message: '   Hello there      ' }, 0, []],
  ['a message', { message: 'Do you ship to Norway?' }, 10, ['message']],
  ['a paid medium', { firstTouch: { ...TOUCH, utm: { medium: 'CPC' } } }, 5, ['paid_click']],
  ['an unpaid medium', { firstTouch: { ...TOUCH, utm: { medium: 'email' } } }, 0, []],
  ['a declined consent', { consents: [{ ...CONSENT, granted: false }] }, 0, []],
])('scores %s', (_, more, score, codes) => {
  const scored = scoreLead({ ...NOBODY, ...more })
  expect(scored.score).toBe(score)
  expect(scored.scoreReasons.reduce((sum, { points }) => sum + points, 0)).toBe(score)
  if (score < 100) expect(scored.scoreReasons.map(({ code }) => code)).toEqual(codes)
})

const LINK = 'https://cheap.example'

it.each<[string, Partial<NewLead>, string[]]>([
  ['a person', { message: `Is this the one? ${LINK}/1 or www.cheap.example/2`, elapsedMs: 2000, website: ' ' }, []],
  ['a filled honeypot', { website: 'x' }, ['honeypot']],
  ['a form filled in at once', { elapsedMs: 1999 }, ['too_fast']],
  ['a disposable mailbox', { email: 'x@Mailinator.com' }, ['disposable_email']],
  ['a subdomain of one', { email: 'x@a.b.mailinator.com' }, ['disposable_email']],
  ['a domain that only ends like one', { email: 'x@notmailinator.com' }, []],
  ['many links', { message: `${LINK} [url=${LINK}] <a href=x>` }, ['links']],
  ['a link as a name', { name: `Win ${LINK}` }, ['links']],
  ['several at once', { website: 'x', elapsedMs: 0, company: LINK }, ['honeypot', 'too_fast', 'links']],
])('recognizes %s', (_, lead, reasons) => {
  expect(detectSpam({ source: 'form', ...lead })).toEqual(reasons)
})

import type { Decision, InboundEmail } from '../../src/modules/inbound-email/schemas.ts'

/** What must become of an email of the corpus. */
export interface Expected {
  status?: InboundEmail['status']
  route?: Decision['route']
  kind?: Decision['kind']
  automatic?: boolean
  /** The ticket of the fixture that it belongs to; a new one otherwise. */
  ticket?: 'open' | 'resolved' | 'new' | 'none'
  subject?: string
  author?: string | null
  /** All of the text. */
  text?: string
  /** Undefined: nothing is folded. */
  visible?: string
  attachments?: string[]
  inline?: string[]
  formats?: Decision['formats']
  /** Category of the ticket afterwards. */
  category?: 'open' | 'resolved'
  followUp?: boolean
  dropped?: number
  authentication?: Decision['authentication']
  replyTo?: string[]
  bounced?: { status: string; isUndeliverable: boolean }
}

const reply = (visible?: string): Expected => ({ route: 'in_reply_to', ticket: 'open', ...(visible && { visible }) })
const byAddress: Expected = { route: 'ticket_address', ticket: 'open' }
const isNew = (text?: string): Expected => ({ route: 'new_ticket', ticket: 'new', ...(text && { text }) })
const ignored = (kind: Decision['kind']): Expected => ({
  status: 'ignored',
  kind,
  automatic: true,
  route: 'none',
  ticket: 'none',
})
const bounce = (status: string, isUndeliverable: boolean): Expected => ({
  kind: 'bounce',
  automatic: true,
  route: 'bounce',
  ticket: 'open',
  bounced: { status, isUndeliverable },
})

export const EXPECTED: Record<string, Expected> = {
  'gmail-reply': reply('It is order 1001.'),
  'gmail-reply-html': reply('The blue one, € 20.'),
  'gmail-german': reply('Danke, alles gut.'),
  'outlook-reply': reply('Yes, please refund it.\n\nKind regards\nAda'),
  'outlook-german': reply('Bitte stornieren.'),
  'outlook-mobile': reply('Thanks!'),
  'outlook-html-only': reply('Please call me.'),
  'apple-mail-reply': reply('Still waiting.'),
  'thunderbird-interleaved': reply(),
  'yahoo-reply': reply('Order 1001, bought in May.'),
  'top-quoted-only': reply(),
  signature: { ...isNew(), visible: 'Do you ship to Norway?' },
  'new-plain': { ...isNew('Hello, do you have gift cards?'), subject: 'Do you have gift cards?', kind: 'message' },
  'forwarded-inline': isNew(),
  'forwarded-attachment': { ...isNew('See attachment.'), attachments: ['attachment-1.eml'] },
  'cc-participant': { ...reply(), author: 'bob@example.org' },
  'references-only': { route: 'references', ticket: 'open' },
  'in-reply-to-without-brackets': reply(),

  'address-in-to': byAddress,
  'address-in-cc': byAddress,
  'address-in-delivered-to': byAddress,
  'address-in-x-forwarded-to': byAddress,
  'address-in-x-original-to': byAddress,
  'address-in-upper-case': byAddress,
  'address-beats-references': byAddress,
  'address-forged': isNew(),
  'subject-by-requester': { route: 'subject', ticket: 'open' },
  'subject-by-stranger': { ...isNew(), author: 'mallory@example.net' },
  'subject-forged-dmarc': isNew(),
  'subject-unknown-number': isNew(),

  'other-tenant': isNew(),
  'other-mailbox': isNew(),
  'merged-target': byAddress,
  'resolved-recently': { route: 'ticket_address', ticket: 'resolved', category: 'open' },
  'resolved-long-ago': { ...isNew(), followUp: true },

  'auto-reply-vacation': {
    route: 'in_reply_to',
    ticket: 'resolved',
    kind: 'auto_reply',
    automatic: true,
    category: 'resolved',
    text: 'I am on leave. Ask Bob.',
  },
  'auto-reply-unmatched': ignored('auto_reply'),
  'auto-reply-exchange': ignored('auto_reply'),
  'auto-reply-x-autoreply': ignored('auto_reply'),
  'auto-reply-precedence': ignored('auto_reply'),
  'auto-generated': { ...isNew(), kind: 'auto_generated', automatic: true },
  'auto-submitted-no': { ...isNew(), kind: 'message' },
  'no-reply-sender': { ...isNew(), kind: 'auto_generated', automatic: true, replyTo: ['buyer-123@market.example'] },
  'suppress-all': { ...isNew(), kind: 'auto_generated', automatic: true },
  'mailing-list': ignored('list'),
  newsletter: ignored('list'),
  'own-loop': ignored('own'),

  'bounce-5.1.1': bounce('5.1.1', true),
  'bounce-two-recipients': bounce('5.1.1', false),
  'bounce-4.4.1': bounce('4.4.1', false),
  'bounce-exchange': bounce('5.1.10', false),
  'bounce-verp': bounce('5.2.2', false),
  'bounce-qmail': bounce('5.1.1', true),
  'bounce-of-a-stranger': ignored('bounce'),

  'calendar-invitation': { ...isNew('Can we talk?'), attachments: ['invite.ics'], formats: ['calendar'] },
  'calendar-reply': ignored('auto_reply'),
  'smime-encrypted': {
    ...isNew('This email is encrypted with S/MIME. Open its attachment to read it.'),
    attachments: ['smime.p7m'],
    formats: ['smime_encrypted'],
  },
  'smime-signed': { ...isNew('Signed text.'), attachments: ['smime.p7s'], formats: ['smime_signed'] },
  'pgp-encrypted': {
    ...isNew('This email is encrypted with PGP. Open its attachment to read it.'),
    attachments: ['attachment-1.pgp', 'encrypted.asc'],
    formats: ['pgp_encrypted'],
  },
  'pgp-inline': { ...isNew(), formats: ['pgp_encrypted'] },

  'broken-no-boundary': isNew(),
  'broken-unclosed': isNew('Never closed.'),
  'broken-base64': isNew(),
  'broken-charset': isNew('Plain words.'),
  'broken-headers': { ...isNew('Body after bad headers.'), author: 'ada@example.com' },
  'broken-nul': isNew('beforeafter'),
  'no-headers': { ...isNew(), author: null, subject: '(no subject)' },
  empty: { ...isNew(), author: null, subject: '(no subject)' },
  'headers-only': { ...isNew(), subject: 'Only a subject' },
  'no-subject': { ...isNew('No subject.'), subject: '(no subject)' },
  'no-from': { ...isNew('Nobody.'), author: null },
  'no-message-id': isNew('No id.'),
  'header-injection': { ...isNew('Folded.'), subject: 'Hello Bcc: x@example.com' },

  'charset-iso-2022-jp': { ...isNew('荷物が届きません。'), subject: '注文について' },
  'charset-windows-1251': { ...isNew('Где мой заказ?'), subject: 'Где заказ' },
  'charset-koi8-r': isNew('Здравствуйте'),
  'charset-gb2312': isNew('我的订单在哪里'),
  // Decoding it would let markup pass filters that read the bytes.
  'charset-utf-7': isNew('Caf+AOk- please'),
  'charset-latin1-undeclared': isNew('Schöne Grüße'),

  'html-only': isNew('Hello & welcome\n\n- One\n- Two'),
  'inline-cid': { ...isNew('Look:'), attachments: ['photo.png'], inline: ['photo.png'] },
  'inline-cid-encoded': { ...isNew('Look:'), attachments: ['photo.png'], inline: ['photo.png'] },
  'inline-apple-without-cid': { ...isNew('Look:'), attachments: ['photo.png'], inline: [] },
  'attachments-many': { ...isNew('25 files.'), dropped: 5 },
  'attachment-path': { ...isNew('A file.'), attachments: ['.._.._etc_passwd'] },
  'reply-to': { ...isNew(), author: 'form@shop.example', replyTo: ['ada@example.com'] },
  authenticated: {
    ...isNew(),
    authentication: { host: 'mx.shop.example', spf: 'pass', dkim: 'pass', dmarc: 'pass' },
  },
  'authentication-forged': { ...isNew(), authentication: null },
}

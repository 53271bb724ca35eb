import { headerValues, type ParsedEmail } from './parse-email.ts'

export const EMAIL_KINDS = ['message', 'auto_reply', 'auto_generated', 'list', 'bounce', 'own'] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

export interface Classification {
  kind: EmailKind
  /** No person wrote it to us: it is never answered automatically and reopens nothing. */
  isAutomatic: boolean
  /** Why, for people. */
  reason: string
}

/** What follows from the envelope and the headers. `isOwn`: whether we sent an email with this Message-ID. */
export function classifyEmail(
  email: ParsedEmail,
  envelopeFrom: string,
  isOwn: (messageId: string) => boolean,
): Classification {
  if (email.messageId && isOwn(email.messageId)) {
    return { kind: 'own', isAutomatic: true, reason: 'We sent this email ourselves; it came back to us.' }
  }
  const first = (rules: Rule[]) => rules.find(([, applies]) => applies(email, envelopeFrom))?.[0]
  for (const [kind, rules] of RULES) {
    const reason = first(rules)
    if (reason) return { kind, isAutomatic: true, reason }
  }
  return { kind: 'message', isAutomatic: false, reason: 'No header says that a program wrote it.' }
}

type Rule = [reason: string, applies: (email: ParsedEmail, envelopeFrom: string) => boolean]

const has = (name: string) => (email: ParsedEmail) => headerValues(email, name).length > 0
const matches = (name: string, pattern: RegExp) => (email: ParsedEmail) =>
  headerValues(email, name).some((value) => pattern.test(value))
const isFrom = (pattern: RegExp) => (email: ParsedEmail) => pattern.test(email.from?.email ?? '')

const DAEMON = /^(?:mailer-daemon|postmaster|mail-daemon)@/
const NOBODY = /^(?:no-?reply|do-?not-?reply|nao-?responda|ne-?pas-?repondre)(?:[+._-][^@]*)?@/
const OUT_OF_OFFICE =
  /^(?:automatic reply|auto(?:matic)?[ -]?reply|out of (?:the )?office|abwesenheit|automatische antwort|réponse automatique|absence|respuesta automática|risposta automatica|automatisch antwoord)\b/i

/** A sender of `<>` must not be answered (RFC 5321, 6.1). */
const hasNullSender = (email: ParsedEmail, envelopeFrom: string) =>
  headerValues(email, 'return-path').some((value) => value.trim() === '<>') ||
  (envelopeFrom === '' && DAEMON.test(email.from?.email ?? ''))

const isReport = matches('content-type', /multipart\/report/i)
const isStatusReport = (email: ParsedEmail) =>
  matches('content-type', /report-type\s*=\s*"?delivery-status/i)(email) ||
  (isReport(email) && email.attachments.some(({ contentType }) => contentType === 'message/delivery-status'))

const RULES: [EmailKind, Rule[]][] = [
  [
    'bounce',
    [
      ['It is a delivery report (multipart/report).', isStatusReport],
      ['The header X-Failed-Recipients says that an email could not be delivered.', has('x-failed-recipients')],
      [
        'It is a failure notice of qmail.',
        (email) => isFrom(DAEMON)(email) && /this is the qmail-send program/i.test(email.text),
      ],
      [
        'It comes from a mail server and reports a failure.',
        (email) =>
          isFrom(DAEMON)(email) &&
          /undeliver|returned mail|delivery (?:status|failure)|failure notice/i.test(email.subject),
      ],
    ],
  ],
  [
    'auto_reply',
    [
      ['The header Auto-Submitted says that it is an automatic reply.', matches('auto-submitted', /^\s*auto-replied/i)],
      ['The header X-Autoreply marks an automatic reply.', has('x-autoreply')],
      ['The header X-Autorespond marks an automatic reply.', has('x-autorespond')],
      ['The header X-Autoresponder marks an automatic reply.', has('x-autoresponder')],
      ['The header Precedence says that it is an automatic reply.', matches('precedence', /^\s*auto_?reply/i)],
      ['It is the response to an invitation.', (email) => isInvitationReply(email)],
      [
        'The subject is that of an out-of-office reply, and its sender suppresses automatic responses.',
        (email, envelopeFrom) =>
          OUT_OF_OFFICE.test(email.subject) &&
          (has('x-auto-response-suppress')(email) ||
            has('x-ms-exchange-inbox-rules-loop')(email) ||
            hasNullSender(email, envelopeFrom)),
      ],
    ],
  ],
  [
    'list',
    [
      ['The header List-Id says that it comes from a mailing list.', has('list-id')],
      ['The header List-Post says that it comes from a mailing list.', has('list-post')],
      ['The header List-Unsubscribe says that it was sent to many people.', has('list-unsubscribe')],
      [
        'The header Precedence says that it was sent to many people.',
        matches('precedence', /^\s*(?:bulk|list|junk)\b/i),
      ],
    ],
  ],
  [
    'auto_generated',
    [
      ['The header Auto-Submitted says that a program wrote it.', matches('auto-submitted', /^\s*(?!no\b)\S/i)],
      [
        'The header X-Auto-Response-Suppress asks for no automatic response.',
        matches('x-auto-response-suppress', /\ball\b/i),
      ],
      ['The header X-Loop says that a program sent it.', has('x-loop')],
      ['The return path is empty: nobody can be answered.', hasNullSender],
      ['It comes from a mail server.', isFrom(DAEMON)],
      ['It comes from an address that takes no replies.', isFrom(NOBODY)],
    ],
  ],
]

const isInvitationReply = (email: ParsedEmail) =>
  email.attachments.some(
    ({ contentType, bytes }) =>
      contentType === 'text/calendar' && /^METHOD:REPLY/m.test(Buffer.from(bytes.subarray(0, 4096)).toString()),
  )

export const EMAIL_FORMATS = ['calendar', 'smime_encrypted', 'smime_signed', 'pgp_encrypted', 'pgp_signed'] as const
export type EmailFormat = (typeof EMAIL_FORMATS)[number]

/** Special formats that staff should know of: an encrypted email has no text for us. */
export function detectFormats(email: ParsedEmail): EmailFormat[] {
  const [type = ''] = headerValues(email, 'content-type')
  const hasPart = (pattern: RegExp) => email.attachments.some(({ contentType }) => pattern.test(contentType))
  const isOpaque = /application\/(?:x-)?pkcs7-mime/i.test(type)
  const detected: [EmailFormat, boolean][] = [
    ['calendar', hasPart(/^text\/calendar$|^application\/ics$/)],
    ['smime_encrypted', isOpaque && !/smime-type\s*=\s*"?signed-data/i.test(type)],
    ['smime_signed', hasPart(/pkcs7-signature$/) || (isOpaque && /signed-data/i.test(type))],
    ['pgp_encrypted', /multipart\/encrypted/i.test(type) || email.text.includes('-----BEGIN PGP MESSAGE-----')],
    ['pgp_signed', hasPart(/pgp-signature$/) || email.text.includes('-----BEGIN PGP SIGNED MESSAGE-----')],
  ]
  return detected.filter(([, applies]) => applies).map(([format]) => format)
}

import type { FastifyBaseLogger } from 'fastify'
import type { SendMailOptions } from 'nodemailer'
import { type EmailAttachment, type EmailMessage, EmailRejectedError, type Mail } from '../../ports/mail.ts'
import { traceService } from '../trace-call.ts'

interface Options {
  /** SMTP_URL; without it no email leaves this machine. */
  smtpUrl: string | undefined
  from: string
  log: FastifyBaseLogger
}

const TIMEOUT_MS = 15_000

export function openMail({ smtpUrl, from, log }: Options): Mail {
  if (!smtpUrl) return logOnlyMail(log)
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  // An attachment is bytes: no message makes this server read a file or a URL.
  const safety = { disableFileAccess: true, disableUrlAccess: true }
  return {
    send: async (message) => {
      // Loaded with the first email: a start need not wait for it.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ url: smtpUrl, ...timeouts, ...safety })
      const options = toMailOptions(message, from)
      const { rejected } = await traceService('smtp', smtpUrl, () => transport.sendMail(options)).catch((error) => {
        throw isPermanent(error) ? new EmailRejectedError(error.message, { cause: error }) : error
      })
      return { rejected }
    },
  }
}

/** The server refused the sender, the recipients or the content. A failed sign-in may be over soon. */
const isPermanent = ({ code, responseCode }: { code?: string; responseCode?: number }): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500

/** Names every field it passes on: nodemailer would follow others, such as a path of an attachment. */
function toMailOptions(message: EmailMessage, installation: string): SendMailOptions {
  const { senderName, subject, text, html, inReplyTo, references, headers, messageId, attachments } = message
  const [to, cc] = [[message.to].flat(), message.cc ?? []]
  return {
    from: message.from
      ? toAddress(message.from.address, message.from.name)
      : installationSender(installation, senderName),
    to: to.map((address) => toAddress(address)),
    ...(cc.length > 0 && { cc: cc.map((address) => toAddress(address)) }),
    subject: toSingleLine(subject),
    text,
    ...(html !== undefined && { html }),
    ...(message.replyTo && { replyTo: toAddress(message.replyTo) }),
    ...(message.bounceTo && {
      envelope: { from: toSingleLine(message.bounceTo), to: [...to, ...cc].map(toSingleLine) },
    }),
    ...(messageId && { messageId: toMessageId(messageId) }),
    ...(inReplyTo && { inReplyTo: toMessageId(inReplyTo) }),
    ...(references?.length && { references: references.map(toMessageId) }),
    ...(headers && { headers: mapValues(headers, toSingleLine) }),
    ...(attachments?.length && { attachments: attachments.map(toAttachment) }),
  }
}

/** One address, whatever it contains: a string would be parsed as a list. */
const toAddress = (address: string, name = '') => ({ name: toSingleLine(name), address: toSingleLine(address) })

const installationSender = (from: string, senderName: string | undefined) =>
  senderName ? toAddress(bareAddress(from), senderName) : from

/** Message IDs of others come from their mail, so they may contain anything. */
const toMessageId = (id: string): string => `<${id.replaceAll(/[\s\p{Cc}\u2028\u2029<>]+/gu, '')}>`

const toAttachment = ({ name, contentType, content, contentId }: EmailAttachment) => ({
  filename: toSingleLine(name),
  contentType: toSingleLine(contentType),
  content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
  ...(contentId && { cid: toMessageId(contentId).slice(1, -1) }),
})

const mapValues = (record: Record<string, string>, map: (value: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))

/** A line break would end the header and begin another. */
const toSingleLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The part of `Storedesk <shop@example.com>` in brackets. */
const bareAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

/** Without a mail server the operator reads the log and passes the links on. */
const logOnlyMail = (log: FastifyBaseLogger): Mail => ({
  isLogOnly: true,
  send: async ({ to, subject, text }) => {
    // Line by line, so that a link can be copied out of the JSON.
    log.info(
      { to, subject: toSingleLine(subject), lines: text.split('\n').filter(Boolean) },
      'SMTP_URL is not set, so this email is printed',
    )
    return undefined
  },
})

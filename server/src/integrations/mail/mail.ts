import type { FastifyBaseLogger } from 'fastify'
import type { Mail } from '../../ports/mail.ts'

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
  return {
    send: async ({ senderName, to, subject, ...message }) => {
      // Loaded with the first email: a start need not wait for it.
      const { createTransport } = await import('nodemailer')
      await createTransport({ url: smtpUrl, ...timeouts }).sendMail({
        from: senderName ? { name: toSingleLine(senderName), address: bareAddress(from) } : from,
        // One address, whatever it contains: a string would be parsed as a list.
        to: { name: '', address: toSingleLine(to) },
        subject: toSingleLine(subject),
        ...message,
      })
    },
  }
}

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
  },
})

import type { SenderAuthentication } from '../tickets/schemas.ts'
import { headerValues, type ParsedEmail } from './parse-email.ts'

/**
 * What a trusted server of the shop found (RFC 8601). Anyone can write such a header into an email, so those of other
 * servers are ignored. The first one is the last one added.
 */
export function readAuthentication(email: ParsedEmail, trustedHosts: string[]): SenderAuthentication | null {
  for (const value of headerValues(email, 'authentication-results')) {
    const plain = value.slice(0, 5000).replaceAll(/\([^()]*\)/g, ' ')
    const host = (/^\s*([^\s;]+)/.exec(plain)?.[1] ?? '').toLowerCase()
    if (!trustedHosts.includes(host)) continue
    const results = plain.split(';').slice(1)
    const resultOf = (method: string) => {
      const found = results.map((result) => new RegExp(`^\\s*${method}\\s*=\\s*([a-z]+)`, 'i').exec(result)?.[1])
      const words = found.filter((word) => word !== undefined).map((word) => word.toLowerCase())
      // One valid signature of several is enough.
      return words.includes('pass') ? 'pass' : (words[0] ?? null)
    }
    return { host, spf: resultOf('spf'), dkim: resultOf('dkim'), dmarc: resultOf('dmarc') }
  }
  return null
}

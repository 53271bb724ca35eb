import { isDisposable } from './email-domains.ts'
import type { NewLead, SpamReason } from './schemas.ts'
import { domainOf } from './score-lead.ts'

/** Nobody reads and fills in a form in less. */
const MIN_ELAPSED_MS = 2000
/** A person names a product or two; a bot advertises. */
const MAX_LINKS = 2
const LINK = /https?:\/\/|\bwww\.|\[url[=\]]|<a\s/gi

/** Why a submission is spam. Empty: it is not. */
export function detectSpam({ website, elapsedMs, email, name, company, message }: NewLead): SpamReason[] {
  const reasons: Partial<Record<SpamReason, boolean>> = {
    honeypot: (website ?? '').trim() !== '',
    too_fast: elapsedMs !== undefined && elapsedMs < MIN_ELAPSED_MS,
    disposable_email: email !== undefined && isDisposable(domainOf(email)),
    links: countLinks(message) > MAX_LINKS || countLinks(name) + countLinks(company) > 0,
  }
  return (Object.keys(reasons) as SpamReason[]).filter((reason) => reasons[reason])
}

const countLinks = (text = ''): number => text.match(LINK)?.length ?? 0

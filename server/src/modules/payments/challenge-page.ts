import { createHash } from 'node:crypto'
import { formatDecimal } from '../../../../sdk/src/money.ts'
import { escapeHtml } from '../../kit/escape-html.ts'
import type { SimulatedPayment } from './simulator-queries.ts'

const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ground: #eef1f5; --ink: #17202b; --soft: #55606e; --line: #d5dae1; --good: #14613c; --warn: #fff3d1; --warn-ink: #5c4300; }
@media (prefers-color-scheme: dark) { :root { --paper: #1c232c; --ground: #11161c; --ink: #eef2f6; --soft: #a9b4c0; --line: #38424e; --good: #1c7a4d; --warn: #3a2f10; --warn-ink: #ffe2a0; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 420px; background: var(--paper); border: 1px solid var(--line); border-radius: 16px; padding: clamp(20px, 6vw, 32px); box-shadow: 0 12px 40px rgb(0 0 0 / 8%); }
h1 { margin: 0 0 8px; font-size: 1.375rem; line-height: 1.25; }
p { margin: 0 0 16px; }
.bank { margin: 0 0 20px; color: var(--soft); font-size: .875rem; }
.notice { background: var(--warn); color: var(--warn-ink); border-radius: 10px; padding: 10px 14px; font-size: .9375rem; }
dl { margin: 0 0 20px; border-top: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.amount { font-weight: 600; font-size: 1.125rem; }
form { display: grid; gap: 12px; margin: 0; }
button, .back { display: block; width: 100%; min-height: 48px; padding: 10px 16px; border: 1px solid var(--line); border-radius: 10px; background: transparent; color: var(--ink); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.approve, .back { background: var(--good); border-color: var(--good); color: #fff; }
button:hover, .back:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid #2f7cf6; outline-offset: 2px; }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * The page runs no scripts. Browsers apply `form-action` to the redirect after the form too, so it must list the return
 * URL.
 */
export function contentSecurityPolicy({ returnUrl }: Pick<SimulatedPayment, 'returnUrl'>): string {
  const returnOrigin = returnUrl ? ` ${new URL(returnUrl).origin}` : ''
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'${returnOrigin}; base-uri 'none'; frame-ancestors 'none'`
}

export interface ChallengeView {
  shop: string
  last4: string | null
  payment: SimulatedPayment
}

/** What a bank would ask its customer, or the outcome. */
export function challengePage({ shop, last4, payment }: ChallengeView): string {
  const isOpen = payment.status === 'requires_action'
  const title = isOpen ? 'Approve this payment?' : outcomeTitle(payment)
  return page(
    title,
    `<dl>
      <div><dt>Merchant</dt><dd>${escapeHtml(shop)}</dd></div>
      <div><dt>Amount</dt><dd class="amount">${escapeHtml(formatDecimal(payment))} ${escapeHtml(payment.currency)}</dd></div>
      ${last4 ? `<div><dt>Card</dt><dd>•••• ${escapeHtml(last4)}</dd></div>` : ''}
    </dl>
    ${isOpen ? FORM : returnLink(payment)}`,
  )
}

/** The form posts to the page's own URL. */
const FORM = `<form method="post">
      <button class="approve" name="answer" value="approve">Approve</button>
      <button name="answer" value="decline">Decline</button>
    </form>`

const outcomeTitle = ({ status }: SimulatedPayment) => {
  if (status === 'paid' || status === 'authorized') return 'Payment approved'
  return status === 'canceled' ? 'Payment canceled' : 'Payment declined'
}

const returnLink = ({ returnUrl }: SimulatedPayment) =>
  returnUrl
    ? `<a class="back" href="${escapeHtml(returnUrl)}">Back to the shop</a>`
    : '<p>The shop has been notified. You can close this page.</p>'

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
    <p class="bank">Simulated bank</p>
    <h1>${title}</h1>
    <p class="notice">This is a test. No real money moves, whatever you choose.</p>
    ${content}
</main>
</body>
</html>
`

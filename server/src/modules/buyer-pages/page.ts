import { createHash } from 'node:crypto'
import { escapeHtml } from '../../kit/escape-html.ts'

const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ground: #f3f4f6; --ink: #17202b; --soft: #55606e; --line: #d9dee5; --link: #0b57d0; --warn: #fff3d1; --warn-ink: #5c4300; }
@media (prefers-color-scheme: dark) { :root { --paper: #1c232c; --ground: #11161c; --ink: #eef2f6; --soft: #a9b4c0; --line: #38424e; --link: #8ab4f8; --warn: #3a2f10; --warn-ink: #ffe2a0; } }
* { box-sizing: border-box; }
body { margin: 0; padding: clamp(12px, 4vw, 40px) 12px; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 680px; margin: 0 auto; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: clamp(18px, 5vw, 36px); }
.shop { margin: 0 0 4px; color: var(--soft); font-weight: 600; }
h1 { margin: 0 0 12px; font-size: clamp(1.4rem, 5vw, 1.8rem); line-height: 1.25; }
h2 { margin: 28px 0 8px; font-size: 1.15rem; line-height: 1.3; }
h3 { margin: 20px 0 6px; font-size: 1rem; }
p, ul, ol { margin: 0 0 14px; }
.soft { color: var(--soft); font-size: .9375rem; }
.status { display: inline-block; margin: 0 0 16px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 999px; font-weight: 600; }
.notice { background: var(--warn); color: var(--warn-ink); border-radius: 10px; padding: 10px 14px; }
dl, .rows { margin: 0; padding: 0; border-top: 1px solid var(--line); list-style: none; }
dl div, .rows li { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; border-bottom: 1px solid var(--line); }
dd { margin: 0; text-align: right; }
dd, .price { font-variant-numeric: tabular-nums; white-space: nowrap; }
dl { border-top: 0; margin-bottom: 14px; }
dl .sum { font-weight: 700; font-size: 1.0625rem; }
a { color: var(--link); }
form { margin: 0; }
fieldset { border: 0; margin: 0 0 14px; padding: 0; }
legend { margin: 0 0 8px; padding: 0; font-weight: 600; }
.ratings { display: flex; flex-wrap: wrap; gap: 8px; max-width: 400px; }
.ratings label { display: flex; flex: 1; align-items: center; justify-content: center; gap: 6px; min-height: 44px; padding: 8px 10px; border: 1px solid var(--line); border-radius: 10px; font-weight: 600; }
.ends { display: flex; justify-content: space-between; max-width: 400px; }
textarea { display: block; width: 100%; min-height: 96px; margin: 4px 0 14px; padding: 10px; border: 1px solid var(--line); border-radius: 10px; background: var(--paper); color: inherit; font: inherit; }
button { min-height: 44px; padding: 8px 20px; border: 0; border-radius: 10px; background: var(--link); color: var(--paper); font: inherit; font-weight: 600; cursor: pointer; }
.track { display: inline-block; padding: 10px 0; }
table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; margin: 0 0 14px; }
th, td { border: 1px solid var(--line); padding: 6px 10px; text-align: left; }
pre { overflow-x: auto; }
:focus-visible { outline: 3px solid #2f7cf6; outline-offset: 2px; }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const headersFor = (formAction: "'none'" | "'self'") => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
})

/** Blocks scripts, subresources, framing, indexing and the referrer. */
export const PAGE_HEADERS = headersFor("'none'")

/** The same for a page with a form, which can only be sent to us. */
export const FORM_PAGE_HEADERS = headersFor("'self'")

export interface Page {
  language: string
  title: string
  /** Shop name; omitted on error pages. */
  shop?: string
  /** Safe HTML. */
  content: string
}

export const renderPage = ({ language, title, shop, content }: Page): string => `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(shop ? `${title} – ${shop}` : title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${shop ? `<p class="shop">${escapeHtml(shop)}</p>` : ''}
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`

import type { Theme } from '@storedesk/sdk'
import type { Head } from './shop/page.ts'
import { BASE } from './shop/paths.ts'
import shopCss from './styles/shop.css?inline'

interface Document {
  /** Rendered by React. */
  content: string
  head: Head
  theme: Theme
  state: object
  origin: string
  /** Scripts: the entry first, then those to preload. */
  files: string[]
}

/** The page around the content. The styles are small and inline, so that the first paint needs no other request. */
export function renderDocument({ content, head, theme, state, origin, files }: Document) {
  const { title, description, canonical, isPrivate, jsonLd } = head
  const [entry, ...preloads] = files.map((file) => `${BASE}/${file}`)
  const styles = [theme.css + shopCss]
  const tags = [
    description && `<meta name="description" content="${escapeHtml(description)}">`,
    isPrivate && '<meta name="robots" content="noindex">',
    canonical && `<link rel="canonical" href="${escapeHtml(origin + canonical)}">`,
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:site_name" content="${escapeHtml(theme.brand.name)}">`,
    `<link rel="icon" href="${escapeHtml(theme.brand.faviconUrl ?? 'data:,')}">`,
    ...styles.map((css) => `<style>${css}</style>`),
    ...preloads.map((file) => `<link rel="modulepreload" href="${file}">`),
    jsonLd && `<script type="application/ld+json">${toScriptJson(jsonLd)}</script>`,
    `<script type="module" src="${entry}"></script>`,
    `<script defer src="${BASE}/chat.js"></script>`,
  ]
  const html = `<!doctype html>
<html lang="${escapeHtml(theme.locales.default)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="${theme.colors.background}">
<title>${escapeHtml(title)}</title>
${tags.filter(Boolean).join('\n')}
</head>
<body>
<div id="root">${content}</div>
<script type="application/json" id="state">${toScriptJson(state)}</script>
</body>
</html>
`
  return { html, styles }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** `</script>` in a text would end the element. */
const toScriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

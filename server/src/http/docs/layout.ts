import { escapeHtml } from '../../kit/escape-html.ts'

export interface Link {
  href: string
  title: string
}

/** What every page has around its content. */
export interface SiteFrame {
  version: string
  navigation: { group: string; links: Link[] }[]
  /** Their addresses contain a hash of their content. */
  assets: { style: string; script: string; theme: string }
}

interface PageContent {
  path: string
  title: string
  /** For search engines and previews. */
  description: string
  html: string
  /** Headings of the page. */
  contents?: (Link & { level: number })[]
}

export const renderPage = (
  { version, navigation, assets }: SiteFrame,
  { path, title, description, html, contents = [] }: PageContent,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Storedesk docs</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.theme}"></script>
<script src="${assets.script}" defer></script>
</head>
<body>
<a class="skip" href="#docs-content">Skip to content</a>
<header>
<a class="brand" href="/docs/">Storedesk <span>docs</span></a>
<div class="search" role="search">
<input id="docs-search" type="text" enterkeyhint="search" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="docs-results" aria-autocomplete="list">
<ul id="docs-results" role="listbox" aria-label="Search results" hidden></ul>
</div>
<div class="tools"><button id="docs-theme" type="button">Theme</button><a href="/dashboard/">Dashboard</a></div>
</header>
<div class="columns">
<nav class="site" aria-label="Documentation">
<details id="docs-menu" open><summary>Menu</summary>
${navigation.map(({ group, links }) => renderGroup(group, links, path)).join('\n')}
</details>
</nav>
<main id="docs-content" tabindex="-1">
${html}
<footer>Storedesk ${escapeHtml(version)} · <a href="/openapi.json">OpenAPI document</a></footer>
</main>
${contents.length > 1 ? renderContents(contents) : ''}
</div>
</body>
</html>
`

/** Only the group of the page is open: the whole list is longer than any screen. */
function renderGroup(group: string, links: Link[], path: string): string {
  const items = links.map(({ href, title }) => {
    const current = href === path ? ' aria-current="page"' : ''
    return `<li><a href="${href}"${current}>${escapeHtml(title)}</a></li>`
  })
  const isOpen = links.some(({ href }) => href === path) || group === 'Get started'
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(group)}</summary><ul>${items.join('')}</ul></details>`
}

const renderContents = (contents: (Link & { level: number })[]): string =>
  `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${contents
    .map(({ href, title, level }) => `<li class="level-${level}"><a href="${href}">${escapeHtml(title)}</a></li>`)
    .join('')}</ul></nav>`

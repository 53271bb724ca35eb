import { escapeHtml, type Shop } from './blocks.ts'

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Mail programs that know the reader's wish for the dark read these; in all others the light styles in the tags hold. */
const DARK = `@media (prefers-color-scheme:dark){.page{background:#18181b!important}.card{background:#27272a!important;color:#f4f4f5!important}.line{border-color:#3f3f46!important}.soft{color:#a1a1aa!important}.brand{color:#f4f4f5!important}.card a:not([style]){color:#93c5fd}}`

/** The page around what the template says. */
export const frame = (title: string, content: string, { name, locale, colour }: Shop): string => `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f4f4f5;font-family:${FONT};font-size:16px;line-height:1.5">
<div style="max-width:600px;margin:0 auto">
<p class="brand" style="margin:0 0 12px;padding:0 4px;font-size:18px;font-weight:700;color:#18181b">${escapeHtml(name)}</p>
<div class="card" style="background:#ffffff;color:#18181b;border-top:4px solid ${colour};border-radius:8px;padding:24px">
${styled(content)}</div>
</div>
</body>
</html>
`

/** What the renderer of Markdown writes has no styles of its own. */
const styled = (html: string): string =>
  html
    .replaceAll('<h1>', '<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">')
    .replaceAll('<h2>', '<h2 style="margin:24px 0 8px;font-size:18px;line-height:1.3">')
    .replaceAll('<p>', '<p style="margin:0 0 16px">')
    .replaceAll('<ul>', '<ul style="margin:0 0 16px;padding-left:20px">')

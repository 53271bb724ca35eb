import { useComputedColorScheme } from '@mantine/core'
import classes from './html-preview.module.css'

const BASE_STYLES = `
  body { margin: 0; padding: 16px; font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
  table { border-collapse: collapse; } th, td { border: 1px solid #868e99; padding: 4px 8px; }
  pre { overflow: auto; } blockquote { margin-left: 0; padding-left: 16px; border-left: 3px solid #868e99; }
  body > :first-child { margin-top: 0; }`

const COLOR_STYLES = {
  light: 'body { background: #fff; color: #212529; } a { color: #364fc7; }',
  dark: 'body { background: #242424; color: #e9ecef; } a { color: #91a7ff; }',
}

/** The server sanitizes the HTML; the iframe without scripts or origin is a second barrier. Links open in a new tab. */
export function HtmlPreview({ title, html }: { title: string; html: string }) {
  const scheme = useComputedColorScheme('light')
  const head = `<!doctype html><meta charset="utf-8"><base target="_blank"><style>:root{color-scheme:${scheme}}${BASE_STYLES}${COLOR_STYLES[scheme]}</style>`
  return (
    <iframe
      title={title}
      className={classes.frame}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={head + html}
    />
  )
}

import { useEffect, useRef } from 'react'

/** A text that the server has rendered from Markdown. */
export function Prose({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other tables
  useEffect(() => {
    // A table that is wider than the screen scrolls, also with the keyboard.
    for (const table of text.current?.querySelectorAll('table') ?? []) {
      if (table.scrollWidth > table.clientWidth) table.tabIndex = 0
    }
  }, [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it without raw HTML
  return <div ref={text} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}

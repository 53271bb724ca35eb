import { Typography } from '@mantine/core'
import MarkdownIt from 'markdown-it'
import { useMemo } from 'react'

/** Renders like the server: raw HTML shows as text, and no images load. */
const markdown = new MarkdownIt('commonmark', { html: false, xhtmlOut: false })
markdown.enable(['table', 'strikethrough']).disable(['reference', 'image'])
markdown.validateLink = (url) => /^(https?:\/\/[^/]|mailto:[^/])/i.test(url)
markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener')
  tokens[index]?.attrSet('target', '_blank')
  return self.renderToken(tokens, index, options)
}

/** Large: load it lazily. */
export function MarkdownPreview({ text }: { text: string }) {
  const html = useMemo(() => markdown.render(text), [text])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer escapes HTML in the text
  return <Typography style={{ overflowWrap: 'anywhere' }} dangerouslySetInnerHTML={{ __html: html }} />
}

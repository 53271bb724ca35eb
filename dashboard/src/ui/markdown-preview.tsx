import { Typography } from '@mantine/core'
import MarkdownIt from 'markdown-it'
import { useMemo } from 'react'

/** As the server makes pages of it: raw HTML is shown as text, and no picture is asked for. */
const markdown = new MarkdownIt('commonmark', { html: false, xhtmlOut: false })
markdown.enable(['table', 'strikethrough']).disable(['reference', 'image'])
markdown.validateLink = (url) => /^(https?:\/\/[^/]|mailto:[^/])/i.test(url)
markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener')
  tokens[index]?.attrSet('target', '_blank')
  return self.renderToken(tokens, index, options)
}

/** Heavy: load it when somebody asks for it. */
export function MarkdownPreview({ text }: { text: string }) {
  const html = useMemo(() => markdown.render(text), [text])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer lets no HTML of the text through
  return <Typography style={{ overflowWrap: 'anywhere' }} dangerouslySetInnerHTML={{ __html: html }} />
}

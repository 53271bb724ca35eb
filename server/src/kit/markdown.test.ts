import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './markdown.ts'

/** Everything the renderer may ever write; the rest must be plain text. */
const TAG =
  /<\/?(p|br|hr|h[1-6]|strong|em|s|blockquote|ul|li|ol( start="\d+")?|pre|code( class="language-[^"<>]*")?|table|thead|tbody|tr|t[hd]( style="text-align:(left|right|center)")?|a( href="(https?:\/\/|mailto:)[^"<>]*"( title="[^"<>]*")? rel="nofollow noopener")?)>/gi

const rest = (html: string) => html.replaceAll(TAG, '')

describe('renderMarkdown', () => {
  it('renders headings, lists, tables and links with nofollow and noopener', () => {
    expect(renderMarkdown('# Returns\n\n1. *Pack* it\n2. **Send** it')).toBe(
      '<h1>Returns</h1>\n<ol>\n<li><em>Pack</em> it</li>\n<li><strong>Send</strong> it</li>\n</ol>\n',
    )
    expect(renderMarkdown('|a|b|\n|-|-|\n|1|2|')).toContain('<td>1</td>')
    expect(renderMarkdown('[us](https://example.com "We") <mailto:hi@example.com>')).toBe(
      '<p><a href="https://example.com" title="We" rel="nofollow noopener">us</a> <a href="mailto:hi@example.com" rel="nofollow noopener">mailto:hi@example.com</a></p>\n',
    )
  })

  it('shows a link without an address as text', () => {
    expect(renderMarkdown('[us]()')).toBe('<p><a>us</a></p>\n')
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<!-- <b> -->',
    'a <a href="javascript:alert(1)">b</a>',
    '<style>*{display:none}</style>',
    '```"><script>\nx\n```',
    '![alt" onerror="x](https://example.com/pixel.gif)',
    '[a](https://example.com/"onclick="x)',
    '[a](https://example.com "\\" onclick=\\"x")',
  ])('shows %s as text', (text) => {
    const html = renderMarkdown(text)
    expect(rest(html)).not.toMatch(/[<>]/)
    expect(html).not.toMatch(/<(script|img|style)/i)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'java&Tab;script:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com',
    'tel:123',
    '//example.com',
    '/relative',
    '#part',
    'https:example.com',
    'https:///example.com',
    '%6aavascript:alert(1)',
  ])('creates no link to %s', (url) => {
    for (const text of [`[a](${url})`, `[a](<${url}>)`, `<${url}>`, `[a]\n\n[a]: ${url}`]) {
      expect(renderMarkdown(text)).not.toContain('<a')
    }
  })

  it('ignores references, which could turn a short text into a long page', () => {
    const html = renderMarkdown(`[x]: https://example.com/${'x'.repeat(1000)}\n\n${'[x] '.repeat(1000)}`)
    expect(html.length).toBeLessThan(6000)
  })

  it('writes only its own tags, whatever the input', () => {
    const piece = fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '&',
        '[',
        ']',
        '(',
        ')',
        '!',
        '`',
        '*',
        '_',
        '~~',
        '#',
        '\n',
        '\n\n',
        ' ',
        '|',
        '-',
        '\\',
      ],
      ...['javascript:', 'https://a.b', 'mailto:a@b.c', '<script>', '</p>', 'onload=x', '&lt;', '&#60;', '```', 'a'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(rest(renderMarkdown(pieces.join('')))).not.toMatch(/[<>]/)
      }),
      { numRuns: 2000 },
    )
  })
})

import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fetchFile } from '../../api.ts'
import { useWorkspace } from '../../session.ts'
import type { TicketMessage } from '../inbox.ts'
import { authorName } from '../inbox-labels.ts'
import classes from './thread.module.css'

interface Props {
  message: TicketMessage
  html: string
  showsQuote: boolean
}

/**
 * The server has sanitized the HTML; the frame runs no scripts and loads nothing from elsewhere unless the agent asks
 * for it: a remote image tells its sender when and where it was opened.
 */
export function MessageFrame({ message, html, showsQuote }: Props) {
  const [showsImages, setShowsImages] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(64)
  const inline = useInlineImages(message)
  const hasRemoteImages = html.includes('data-blocked-src=')
  const measure = () => {
    const content = frame.current?.contentDocument?.body
    if (content) setHeight(Math.min(Math.max(content.scrollHeight, 24), 4000))
  }
  return (
    <>
      {hasRemoteImages && !showsImages ? (
        <Group gap="xs" my={6}>
          <Text size="xs" c="dimmed">
            Remote images are blocked.
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => setShowsImages(true)}>
            Show images
          </Button>
        </Group>
      ) : null}
      <iframe
        ref={frame}
        title={`Original message from ${authorName(message)}`}
        className={classes.frame}
        style={{ height }}
        // Its own origin only to measure its height; without `allow-scripts`, nothing in it can run.
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        srcDoc={toDocument(html, { inline, showsImages, showsQuote })}
        onLoad={measure}
      />
    </>
  )
}

const STYLE = `
  body { margin: 0; padding: 4px 8px; font: 14px/1.55 system-ui, sans-serif; color: #212529; background: #fff; overflow-wrap: anywhere; }
  img { max-width: 100%; height: auto; } table { max-width: 100%; }
  blockquote { margin: 8px 0; padding-left: 12px; border-left: 3px solid #dee2e6; color: #495057; }
  pre { white-space: pre-wrap; }`

interface DocumentOptions {
  inline: ReadonlyMap<string, string>
  showsImages: boolean
  showsQuote: boolean
}

export function toDocument(html: string, { inline, showsImages, showsQuote }: DocumentOptions): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:${showsImages ? ' https: http:' : ''}`
  let body = showsImages ? html.replaceAll('data-blocked-src=', 'src=') : html
  for (const [url, data] of inline) body = body.replaceAll(`src="${url}"`, `src="${data}"`)
  const quote = showsQuote ? '' : 'blockquote { display: none; }'
  return `<!doctype html><html lang="en"><head><title>Message</title><meta http-equiv="Content-Security-Policy" content="${policy}"><base target="_blank"><style>${STYLE}${quote}</style></head><body>${body}</body></html>`
}

const MAX_INLINE_BYTES = 5_000_000
const NONE: ReadonlyMap<string, string> = new Map()

/** The frame has no session, so images that came with the message are put into it. */
function useInlineImages({ id, attachments }: TicketMessage): ReadonlyMap<string, string> {
  const { environmentId } = useWorkspace()
  const images = attachments.filter(({ contentId, sizeBytes }) => contentId !== null && sizeBytes < MAX_INLINE_BYTES)
  const { data } = useQuery({
    queryKey: [environmentId, 'inline-images', id],
    queryFn: async () =>
      new Map(
        await Promise.all(
          images.map(async (image) => {
            const blob = await fetchFile(`/v1/tickets/attachments/${image.id}`, environmentId)
            return [image.url, await toDataUrl(blob)] as const
          }),
        ),
      ),
    enabled: images.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data ?? NONE
}

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

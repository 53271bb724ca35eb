import { Center } from '@mantine/core'
import { useState } from 'react'

const SIDE_PX = 44

/** A picture of somebody else's server may be gone, or slow: then a letter stands for it. */
export function Thumbnail({ url, title }: { url: string | undefined; title: string }) {
  const [broken, setBroken] = useState<string>()
  const shape = { flex: 'none', borderRadius: 'var(--mantine-radius-sm)' }
  if (!url || url === broken) {
    return (
      <Center
        w={SIDE_PX}
        h={SIDE_PX}
        bg="var(--mantine-color-default-hover)"
        c="dimmed"
        fw={600}
        aria-hidden
        style={shape}
      >
        {[...title.trim()][0]?.toUpperCase() ?? '?'}
      </Center>
    )
  }
  return (
    <img
      src={url}
      alt=""
      width={SIDE_PX}
      height={SIDE_PX}
      loading="lazy"
      referrerPolicy="no-referrer"
      style={{ ...shape, objectFit: 'cover' }}
      onError={() => setBroken(url)}
    />
  )
}

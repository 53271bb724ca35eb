import { useState } from 'react'
import classes from './thumbnail.module.css'

interface Props {
  url: string | undefined
  /** Empty if the title is next to it. */
  alt?: string
  size: number
}

/** A square of fixed size, with or without a working image. */
export function Thumbnail({ url, alt = '', size }: Props) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const hasImage = url !== undefined && url !== brokenUrl
  return (
    <span className={classes.frame} style={{ width: size, height: size }}>
      {hasImage ? (
        <img
          src={url}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          // The image host must not learn the address of this dashboard.
          referrerPolicy="no-referrer"
          onError={() => setBrokenUrl(url)}
        />
      ) : (
        <svg viewBox="0 0 24 24" width={size / 2} aria-hidden="true">
          <path d="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01" />
        </svg>
      )}
    </span>
  )
}

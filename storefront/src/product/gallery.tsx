import type { PublicProduct } from '@storedesk/sdk'
import { useEffect, useState } from 'react'
import { Picture } from '../ui/picture.tsx'

interface Props {
  product: PublicProduct
  /** Of the chosen variant. */
  imageUrl: string | null | undefined
}

export function Gallery({ product: { images, title }, imageUrl }: Props) {
  const [url, setUrl] = useState(imageUrl ?? images[0]?.url)
  useEffect(() => {
    if (imageUrl) setUrl(imageUrl)
  }, [imageUrl])
  const shown = images.find((image) => image.url === url) ?? images[0]
  return (
    <div className="gallery">
      <Picture image={shown ? { ...shown, alt: shown.alt || title } : null} size={800} isEager />
      {images.length > 1 ? (
        <ul className="thumbnails">
          {images.map((image, index) => (
            <li key={image.id}>
              <button
                type="button"
                aria-label={`Image ${index + 1} of ${images.length}`}
                aria-pressed={image === shown}
                onClick={() => setUrl(image.url)}
              >
                <Picture image={{ ...image, alt: '' }} size={80} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

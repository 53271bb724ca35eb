interface Props {
  image: { url: string; alt: string } | null
  /** In CSS pixels; reserves the space, so that nothing moves when the image arrives. */
  size: number
  /** The first images of a page load at once, all others when they come near the screen. */
  isEager?: boolean
  className?: string
}

export const Picture = ({ image, size, isEager = false, className = '' }: Props) =>
  image ? (
    <img
      className={`picture ${className}`}
      src={image.url}
      alt={image.alt}
      width={size}
      height={size}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : 'auto'}
      decoding="async"
    />
  ) : (
    <span className={`picture picture-empty ${className}`} />
  )

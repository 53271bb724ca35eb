import { plural } from '../shop/text.ts'

const FULL = 5

/** One decimal, as people say it. */
export const Stars = ({ rating: { average, count } }: { rating: { average: number; count: number } }) => (
  <span className="rating">
    <StarRow stars={average} />
    <span className="muted">
      {average.toFixed(1)} ({plural(count, 'review')})
    </span>
  </span>
)

export const StarRow = ({ stars }: { stars: number }) => (
  <span className="stars" role="img" aria-label={`${Number(stars.toFixed(1))} of ${FULL} stars`}>
    {Array.from({ length: FULL }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <span
        key={index}
        className={stars >= index + 0.75 ? 'star' : stars >= index + 0.25 ? 'star star-half' : 'star star-empty'}
      >
        ★
      </span>
    ))}
  </span>
)

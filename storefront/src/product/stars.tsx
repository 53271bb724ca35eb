import { plural } from '../shop/text.ts'

const STARS = [1, 2, 3, 4, 5]

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
  <span className="stars" role="img" aria-label={`${Number(stars.toFixed(1))} of ${STARS.length} stars`}>
    {STARS.map((star) => (
      <span key={star} className={classOf(stars - star)}>
        ★
      </span>
    ))}
  </span>
)

/** Of the star at which `rest` of the rating is left: full from three quarters on, half from one quarter on. */
function classOf(rest: number): string {
  if (rest >= -0.25) return 'star'
  return rest >= -0.75 ? 'star star-half' : 'star star-empty'
}

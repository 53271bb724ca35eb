import type { Ctx } from '../ctx.ts'
import type { Product } from '../modules/catalog/schemas.ts'
import { createReview } from '../modules/reviews/reviews.ts'

interface DemoReview {
  /** SKU prefix of the product. */
  sku: string
  rating: number
  title: string
  body: string
  author: string
  daysAgo: number
}

const review = (
  sku: string,
  rating: number,
  author: string,
  daysAgo: number,
  title: string,
  body: string,
): DemoReview => ({
  ...{ sku, rating, author, daysAgo, title, body },
})

const REVIEWS: DemoReview[] = [
  review('MUG-MOR', 5, 'Frieda L.', 12, 'My favorite mug', 'Heavy, warm in the hand, and it survives the dishwasher.'),
  review('MUG-MOR', 5, 'Jonas', 31, 'Bought two more', 'Every one looks a little different. That is the point.'),
  review(
    'MUG-MOR',
    4,
    'Chiara',
    58,
    'A bit smaller than I thought',
    'Lovely glaze. Measure it if you like a big coffee.',
  ),
  review(
    'KNI-FJO',
    5,
    'Emile',
    9,
    'Does not itch, really',
    'I wear it on bare skin. Warm, light, and the pattern is beautiful.',
  ),
  review('KNI-FJO', 4, 'Anna', 40, 'Runs slightly large', 'Order one size smaller if you like it close.'),
  review(
    'SHI-SOL',
    5,
    'Marta',
    22,
    'The perfect summer shirt',
    'Soft from the first day and even softer after five washes.',
  ),
  review('SHI-SOL', 4, 'Lena', 75, 'Wrinkles, as linen does', 'I like that. The cut is great, the buttons are lovely.'),
  review(
    'COF-MOR',
    5,
    'Tom',
    5,
    'Our espresso from now on',
    'Chocolate and a little cherry, and no bitterness at all.',
  ),
  review('COF-MOR', 5, 'Sofie', 17, 'Fresh', 'The roasting date was four days before it arrived.'),
  review('COF-MOR', 3, 'Pierre', 63, 'A little dark for me', 'Good as an espresso, too strong as a filter coffee.'),
  review('BLA-ALM', 5, 'Greta', 28, 'Everybody fights over it', 'Thick, warm and not scratchy. Worth every euro.'),
  review('NOT-GED', 5, 'Paul', 14, 'Ink does not bleed', 'Fountain pens love this paper. It lies flat from page one.'),
  review(
    'OUT-QUE',
    5,
    'Nils',
    33,
    'Hot after twelve hours',
    'Tea from six in the morning was still hot on the summit.',
  ),
  review('OUT-QUE', 4, 'Ida', 81, 'Good bottle', 'The lid takes some getting used to, but it never leaks.'),
  review(
    'TOY-BRU',
    5,
    'Katrin',
    20,
    'Loved to pieces, still whole',
    'Two years, three washes, and still the best friend.',
  ),
  review('BAT-LAV', 5, 'Élodie', 7, 'Smells of Provence', 'Not of perfume. The bathroom smells good for weeks.'),
  review('PLA-DIN', 4, 'Stefan', 46, 'Beautiful plates', 'One arrived with a chip and was replaced within three days.'),
]

const DAY_MS = 86_400_000

/** Bad ones would open tickets, and the demo has tickets of its own. */
export async function loadReviews(ctx: Ctx, idOf: Map<string, Product['id']>): Promise<void> {
  // Lists show the newest first: the oldest is created first.
  const reviews = REVIEWS.toSorted((a, b) => b.daysAgo - a.daysAgo)
  for (const [index, { sku, rating, title, body, author, daysAgo }] of reviews.entries()) {
    const productId = idOf.get(sku)
    if (!productId) throw new Error(`The demo shop has no ${sku} to review`)
    const createdAt = new Date(ctx.now.getTime() - daysAgo * DAY_MS).toISOString()
    const externalId = `demo-${index + 1}`
    await createReview(
      ctx,
      { externalId, productId, rating, title, body, authorName: author, verified: true, createdAt },
      undefined,
    )
  }
}

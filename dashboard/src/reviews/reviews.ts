import type { ListItem } from '../api.ts'
import { resource, useRead, useWrite } from '../resource.ts'

export type Review = ListItem<'/v1/reviews'>

export const reviews = resource('/v1/reviews', { staleTime: 0 })

export const useReviewSettings = () => useRead('/v1/review-settings')
export const useSaveReviewSettings = () => useWrite('put', '/v1/review-settings', {})

export const SOURCE_LABELS: Record<Review['source'], string> = {
  api: 'API',
  judgeme: 'Judge.me',
  yotpo: 'Yotpo',
  okendo: 'Okendo',
  trustpilot: 'Trustpilot',
}

export const STATUS_LABELS: Record<Review['status'], string> = { published: 'Published', hidden: 'Hidden' }

export const STATUSES = ['active', 'draft', 'archived'] as const
export type Status = (typeof STATUSES)[number]

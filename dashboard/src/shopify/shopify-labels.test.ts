import { expect, it } from 'vitest'
import { formatCounts, runTitle, totalCounts } from './shopify-labels.ts'

const NONE = { read: 0, created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0 }

it('leaves out what did not happen', () => {
  expect(formatCounts({ ...NONE, created: 1200, failed: 2 })).toBe('1,200 added, 2 failed')
  expect(formatCounts(NONE)).toBe('No changes')
})

it('adds up the resources', () => {
  const counts = { products: { ...NONE, read: 3, created: 2 }, orders: { ...NONE, read: 1, created: 1 } }
  expect(totalCounts(counts)).toMatchObject({ read: 4, created: 3 })
})

it('names a run', () => {
  expect(runTitle({ mode: 'full', dryRun: false })).toBe('Full sync')
  expect(runTitle({ mode: 'incremental', dryRun: true })).toBe('Dry run of an incremental sync')
})

import { expect, it } from 'vitest'
import { formatCounts, formatStage, runTitle } from './shopify-labels.ts'

const NONE = { read: 0, created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0 }

it('adds up the resources and leaves out what did not happen', () => {
  const orders = { ...NONE, read: 2, created: 200, failed: 2 }
  expect(formatCounts({ products: { ...NONE, read: 1000, created: 1000 }, orders })).toBe('1,200 added, 2 failed')
  expect(formatCounts({ products: { ...NONE, read: 3, unchanged: 3 } })).toBe('Nothing changed')
})

it('names a run and what it does', () => {
  expect(runTitle({ mode: 'full', dryRun: false })).toBe('Full sync')
  expect(runTitle({ mode: 'incremental', dryRun: true })).toBe('Dry run of an incremental sync')
  expect(formatStage({ status: 'queued', stage: 'products', phase: 'export' })).toBe('Starts in a moment')
  expect(formatStage({ status: 'running', stage: 'orders', phase: 'wait' })).toBe(
    'Shopify prepares the export of orders',
  )
})

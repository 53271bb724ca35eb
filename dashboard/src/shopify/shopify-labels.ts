import type { LabelColor } from '../ui/label.tsx'
import type { Counts, Resource, SyncChange, SyncRun } from './shopify.ts'

export const RESOURCE_LABELS: Record<Resource, string> = {
  products: 'Products',
  collections: 'Collections',
  inventory: 'Inventory',
  customers: 'Customers',
  orders: 'Orders',
}

export const RUN_STATUSES: Record<SyncRun['status'], { label: string; color: LabelColor }> = {
  queued: { label: 'Queued', color: 'gray' },
  running: { label: 'In progress', color: 'indigo' },
  completed: { label: 'Completed', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  canceled: { label: 'Canceled', color: 'gray' },
}

export const ACTION_LABELS: Record<SyncChange['action'], string> = {
  create: 'Added',
  update: 'Updated',
  delete: 'Deleted',
}

export const ACTION_COLORS: Record<SyncChange['action'], LabelColor> = {
  create: 'green',
  update: 'indigo',
  delete: 'red',
}

/** "Full sync", "Dry run of a full sync". */
export function runTitle({ mode, dryRun }: Pick<SyncRun, 'mode' | 'dryRun'>): string {
  const name = mode === 'full' ? 'full sync' : 'incremental sync'
  return dryRun
    ? `Dry run of ${mode === 'full' ? 'a' : 'an'} ${name}`
    : name.replace(/^./, (letter) => letter.toUpperCase())
}

/** "12 added, 3 updated"; what did not happen is left out. */
export function formatCounts({ created, updated, deleted, failed, unchanged }: Counts): string {
  const parts = [
    [created, 'added'],
    [updated, 'updated'],
    [deleted, 'deleted'],
    [failed, 'failed'],
    [unchanged, 'unchanged'],
  ] as const
  const shown = parts.filter(([count]) => count > 0).map(([count, word]) => `${count.toLocaleString()} ${word}`)
  return shown.join(', ') || 'No changes'
}

export function totalCounts(counts: SyncRun['counts']): Counts {
  const total = { read: 0, created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0 }
  for (const one of Object.values(counts)) {
    total.read += one.read
    total.created += one.created
    total.updated += one.updated
    total.unchanged += one.unchanged
    total.deleted += one.deleted
    total.failed += one.failed
  }
  return total
}

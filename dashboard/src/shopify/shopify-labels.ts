import type { LabelColor } from '../ui/label.tsx'
import { keysOf } from '../ui/records.ts'
import type { Counts, Resource, Stage, SyncChange, SyncRun } from './shopify.ts'

export const STAGE_LABELS: Record<Stage, string> = {
  products: 'Products',
  collections: 'Collections',
  inventory: 'Inventory',
  customers: 'Customers',
  orders: 'Orders',
  images: 'Images',
}

export const STAGES = keysOf(STAGE_LABELS)
export const RESOURCES = STAGES.filter((stage): stage is Resource => stage !== 'images')

export const RUN_STATUSES: Record<SyncRun['status'], { label: string; color: LabelColor }> = {
  queued: { label: 'Queued', color: 'gray' },
  running: { label: 'In progress', color: 'indigo' },
  completed: { label: 'Completed', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  canceled: { label: 'Canceled', color: 'gray' },
}

type Outcome = SyncChange['outcome']

export const OUTCOME_LABELS: Record<Outcome, string> = {
  created: 'Added',
  updated: 'Updated',
  deleted: 'Deleted',
  failed: 'Failed',
}

/** Of a dry run, which has done nothing yet. */
export const PLANNED_LABELS: Record<Outcome, string> = {
  created: 'To add',
  updated: 'To update',
  deleted: 'To delete',
  failed: 'Fails',
}

export const OUTCOME_COLORS: Record<Outcome, LabelColor> = {
  created: 'green',
  updated: 'indigo',
  deleted: 'orange',
  failed: 'red',
}

/** "Full sync", "Dry run of an incremental sync". */
export function runTitle({ mode, dryRun }: Pick<SyncRun, 'mode' | 'dryRun'>): string {
  if (mode === 'full') return dryRun ? 'Dry run of a full sync' : 'Full sync'
  return dryRun ? 'Dry run of an incremental sync' : 'Incremental sync'
}

/** What a running sync does at the moment. */
export function formatStage({ status, stage, phase }: Pick<SyncRun, 'status' | 'stage' | 'phase'>): string {
  if (status === 'queued') return 'Starts in a moment'
  const name = STAGE_LABELS[stage].toLowerCase()
  switch (phase) {
    case 'export':
    case 'wait':
      return `Shopify prepares the export of ${name}`
    case 'read':
      return `Syncing ${name}`
    case 'recheck':
      return `Reading incomplete ${name} again`
    case 'delete':
      return `Deleting ${name} that Shopify no longer has`
    case 'images':
      return 'Copying images'
  }
}

const COUNT_WORDS = { created: 'added', updated: 'updated', deleted: 'deleted', failed: 'failed' } as const

/** "12 added, 3 updated"; what did not happen is left out. */
export function formatCounts(counts: SyncRun['counts']): string {
  const shown = keysOf(COUNT_WORDS)
    .map((name) => [sum(counts, name), COUNT_WORDS[name]] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString()} ${word}`)
  return shown.join(', ') || 'Nothing changed'
}

const sum = (counts: SyncRun['counts'], name: keyof Counts) =>
  STAGES.reduce((total, stage) => total + (counts[stage]?.[name] ?? 0), 0)

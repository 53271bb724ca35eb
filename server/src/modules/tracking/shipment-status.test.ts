import { describe, expect, it } from 'vitest'
import { type ReportedStatus, resolveStatus } from './shipment-status.ts'

/** Events on consecutive days. */
const days = (...statuses: ReportedStatus[]) =>
  statuses.map((status, day) => ({ status, occurredAt: `2026-11-${String(day + 1).padStart(2, '0')}T10:00:00.000Z` }))

/** Every order in which the events can arrive. */
const permutations = <T>(list: T[]): T[][] =>
  list.length < 2
    ? [list]
    : list.flatMap((one, at) => permutations(list.toSpliced(at, 1)).map((others) => [one, ...others]))

describe('resolveStatus', () => {
  it.each<[ReportedStatus[], ReportedStatus | undefined]>([
    [[], undefined],
    [['unknown'], undefined],
    [['label_created', 'in_transit', 'unknown'], 'in_transit'],
    [['in_transit', 'delivered', 'in_transit'], 'delivered'],
    [['out_for_delivery', 'attempt_failed', 'out_for_delivery'], 'out_for_delivery'],
    [['in_transit', 'exception', 'in_transit'], 'in_transit'],
    [['in_transit', 'returning', 'delivered'], 'returned'],
    [['delivered', 'exception'], 'delivered'],
    [['expired', 'in_transit'], 'in_transit'],
  ])('%j is %s, in whatever order they arrive', (statuses, expected) => {
    for (const events of permutations(days(...statuses))) expect(resolveStatus(events)?.status).toBe(expected)
  })

  it('takes the later step of two at the same time', () => {
    const occurredAt = '2026-11-01T00:00:00.000Z'
    const events = (['delivered', 'in_transit', 'out_for_delivery'] as const).map((status) => ({ status, occurredAt }))
    for (const some of permutations(events)) expect(resolveStatus(some)?.status).toBe('delivered')
    for (const some of permutations(events.slice(1))) expect(resolveStatus(some)?.status).toBe('out_for_delivery')
  })
})

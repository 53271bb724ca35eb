import { describe, expect, it } from 'vitest'
import { insertKindAt } from './composer/composer.tsx'
import { describeEvent } from './conversation/event-text.ts'
import { toDocument } from './conversation/message-frame.tsx'
import type { Ticket, TicketEvent } from './inbox.ts'
import { formatAge, formatDuration, initials, snoozeOptions } from './inbox-labels.ts'
import { toTicketsQuery } from './inbox-search.ts'
import { mergeList } from './list/stable-list.ts'
import { isAbout } from './live.ts'
import { formatSla } from './sla-chip.tsx'
import { undoOf } from './ticket-commands.ts'

const ticket = (id: string, more: Partial<Ticket> = {}) => ({ id, tags: [], ...more }) as unknown as Ticket
const NOW = Date.parse('2026-11-17T12:00:00Z')

describe('the list', () => {
  it('keeps its order, marks what has left, and holds back what is new', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => ticket(id)) as [Ticket, Ticket, Ticket, Ticket]
    const byId = new Map([a, b, c].map((one) => [one.id as string, one]))
    const merged = mergeList({ ids: ['a', 'b', 'c'], byId }, [d, c, a], new Set())
    expect(merged.rows.map(({ ticket, hasLeft }) => [ticket.id, hasLeft])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ])
    expect(merged.newCount).toBe(1)
    expect(mergeList({ ids: ['a', 'b'], byId }, [a], new Set(['b'])).rows).toHaveLength(1)
  })

  it('combines a view with filters, and searches everywhere', () => {
    const view = { filter: { status: 'open', assignee: 'me', spam: false }, sort: 'waiting' as const }
    expect(toTicketsQuery(view, { assignee: 'none' })).toMatchObject({ status: 'open', assignee: 'none' })
    expect(toTicketsQuery(view, { q: ' mug ' })).toEqual({ q: 'mug', sort: 'waiting', limit: 50 })
    expect(toTicketsQuery(view, { q: 'm' })).toMatchObject({ assignee: 'me' })
  })

  it('reads again only what a change concerns', () => {
    const ids = new Set(['tkt_1'])
    expect(isAbout(['env', 'v1', 'tickets', { status: 'open' }], ids)).toBe(true)
    expect(isAbout(['env', 'v1', 'tickets', 'tkt_1', 'messages'], ids)).toBe(true)
    expect(isAbout(['env', 'v1', 'tickets', 'tkt_2', 'messages'], ids)).toBe(false)
  })
})

describe('the composer', () => {
  it.each([
    ['/', 1, '', 'reply', 'macro'],
    ['Hi\n/', 4, 'Hi\n', 'reply', 'macro'],
    ['1/', 2, '1', 'reply', undefined],
    ['Ask @', 5, 'Ask ', 'note', 'mention'],
    ['Ask @', 5, 'Ask ', 'reply', undefined],
    ['me@', 3, 'me', 'note', undefined],
  ] as const)('in %j offers the right insertion', (text, at, before, mode, expected) => {
    expect(insertKindAt(text, at, before, mode)).toBe(expected)
  })

  it('undoes exactly what a command changed', () => {
    const before = ticket('a', { tags: ['vip'], priority: 'low', snoozedUntil: null, status: { id: 's1' } as never })
    expect(undoOf(before, { addTags: ['x'] })).toEqual({ tags: ['vip'] })
    expect(undoOf(before, { priority: 'high' })).toEqual({ priority: 'low' })
    expect(undoOf(before, { statusId: 'tst_2' as never })).toEqual({ statusId: 's1', snoozedUntil: null })
  })
})

describe('labels', () => {
  it('fit into a row', () => {
    const ages = [10, 120, 7200, 200_000].map((seconds) => formatAge(new Date(NOW - seconds * 1000).toISOString(), NOW))
    expect(ages).toEqual(['now', '2m', '2h', '2d'])
    expect([formatDuration(65 * 60_000), formatDuration(-1500 * 60_000)]).toEqual(['1h 5m', '1d 1h'])
    expect([initials('Ada Lovelace'), initials('ada@example.com')]).toEqual(['AL', 'AE'])
    expect(formatSla('breached', '2026-11-17T10:00:00Z', NOW)).toBe('Overdue 2h')
    expect([formatSla('paused', null, NOW), formatSla('met', null, NOW)]).toEqual(['SLA paused', undefined])
    const times = snoozeOptions(new Date(NOW)).map(({ until }) => until.getTime())
    expect(times.every((time) => time > NOW)).toBe(true)
  })

  it('say what happened in words', () => {
    const names = { members: [{ userId: 'usr_1', name: 'Ada' }], statuses: [{ id: 'tst_1', name: 'Resolved' }] }
    const event = (more: object) =>
      ({
        type: 'updated',
        actor: 'member:usr_1',
        actorName: null,
        source: 'dashboard',
        changes: [],
        data: {},
        ...more,
      }) as unknown as TicketEvent
    const changes = [
      { field: 'statusId', from: 'tst_0', to: 'tst_1' },
      { field: 'assigneeId', from: null, to: 'usr_1' },
    ]
    expect(describeEvent(event({ changes }), names)).toBe('Ada set the status to Resolved and assigned it to Ada')
    expect(describeEvent(event({ type: 'created' }), names)).toBeUndefined()
  })
})

it('loads remote images only when asked', () => {
  const html = '<img data-blocked-src="https://tracker.example.com/a.gif"><img src="https://shop/cid">'
  const inline = new Map([['https://shop/cid', 'data:image/png;base64,AA']])
  const blocked = toDocument(html, { inline, showsImages: false, showsQuote: false })
  expect(blocked).toContain('img-src data:"')
  expect(blocked).not.toContain(' src="https:')
  const shown = toDocument(html, { inline, showsImages: true, showsQuote: true })
  expect(shown).toContain(' src="https://tracker.example.com/a.gif"')
  expect(shown).toContain('img-src data: https: http:')
})

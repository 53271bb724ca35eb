import { describe, expect, it } from 'vitest'
import { advanceClock, type Clock, stateOf, type Terms } from './clocks.ts'

const at = (time: string) => `2026-11-17T${time}:00.000Z`
const terms: Terms = {
  policyId: 'sla_1',
  targetMinutes: 100,
  hours: undefined,
  warningMinutes: null,
  since: at('00:00'),
}
const status = (category: 'open' | 'pending' | 'resolved') => ({ id: 'tst_1' as const, name: category, category })
const ticket = {
  createdAt: at('09:00'),
  firstRespondedAt: null as string | null,
  waitingSince: at('09:00') as string | null,
  resolvedAt: null as string | null,
  snoozedUntil: null as string | null,
  status: status('open'),
}

/** Shows the same ticket to the clock at several times. */
const run = (metric: Clock['metric'], steps: [string, Partial<typeof ticket>][], over: Partial<Terms> = {}) =>
  steps.reduce<Clock | undefined>(
    (clock, [time, changes]) =>
      advanceClock(metric, clock, { ...ticket, ...changes }, { ...terms, ...over }, new Date(at(time))),
    undefined,
  )

const summarize = (clock: Clock | undefined) =>
  clock && { state: stateOf(clock), dueAt: clock.dueAt?.slice(11, 16), checkAt: clock.checkAt?.slice(11, 16) }

describe('first response', () => {
  const answered = { firstRespondedAt: at('09:30'), waitingSince: null }
  it.each([
    ['runs from the first message', [['09:01', {}]], { state: 'ok', dueAt: '10:40', checkAt: '10:20' }],
    ['warns at 80 %', [['10:20', {}]], { state: 'warning', dueAt: '10:40', checkAt: '10:40' }],
    ['is missed when it is due', [['10:40', {}]], { state: 'breached', dueAt: '10:40', checkAt: undefined }],
    [
      'is met by a reply',
      [
        ['09:01', {}],
        ['09:31', answered],
      ],
      { state: 'met', dueAt: '10:40', checkAt: undefined },
    ],
    [
      'was missed by a late reply',
      [
        ['09:01', {}],
        ['11:00', { ...answered, firstRespondedAt: at('10:50') }],
      ],
      { state: 'breached', dueAt: '10:40', checkAt: undefined },
    ],
    [
      'was met, however late we learn of it',
      [
        ['09:01', {}],
        ['12:00', answered],
      ],
      { state: 'met', dueAt: '10:40', checkAt: undefined },
    ],
    [
      'runs on when the reply is taken back',
      [
        ['09:31', answered],
        ['09:32', {}],
      ],
      { state: 'ok', dueAt: '10:40', checkAt: '10:20' },
    ],
    ['does not count without a message', [['09:01', { waitingSince: null }]], undefined],
  ] as [string, [string, Partial<typeof ticket>][], object | undefined][])('%s', (_, steps, expected) => {
    expect(summarize(run('first_response', steps))).toEqual(expected)
  })

  it('warns a number of minutes before', () => {
    expect(run('first_response', [['09:01', {}]], { warningMinutes: 15 })?.checkAt).toBe(at('10:25'))
  })

  it('is not judged by a policy that was created later', () => {
    expect(run('first_response', [['12:00', {}]], { since: at('11:50') })?.dueAt).toBe(at('13:30'))
  })
})

describe('next response', () => {
  const replied = { firstRespondedAt: at('09:10'), waitingSince: null }
  const waiting = (since: string) => ({ firstRespondedAt: at('09:10'), waitingSince: at(since) })
  it('starts with each unanswered message', () => {
    expect(run('next_response', [['09:01', {}]])).toBeUndefined()
    const second = run('next_response', [
      ['09:11', replied],
      ['10:00', waiting('10:00')],
      ['10:30', replied],
      ['15:00', waiting('15:00')],
    ])
    expect(summarize(second)).toEqual({ state: 'ok', dueAt: '16:40', checkAt: '16:20' })
    expect(second?.startedAt).toBe(at('15:00'))
  })
})

describe('resolution', () => {
  const pending = { status: status('pending') }
  it('pauses while pending, and continues', () => {
    const paused: [string, Partial<typeof ticket>][] = [
      ['09:00', {}],
      ['09:30', pending],
      ['11:00', pending],
    ]
    expect(summarize(run('resolution', paused))).toEqual({ state: 'paused', dueAt: undefined, checkAt: undefined })
    // 30 of 100 minutes have passed.
    expect(summarize(run('resolution', [...paused, ['12:00', {}]]))).toEqual({
      state: 'ok',
      dueAt: '13:10',
      checkAt: '12:50',
    })
  })

  it('looks again when a snooze ends', () => {
    expect(run('resolution', [['09:10', { snoozedUntil: at('14:00') }]])?.checkAt).toBe(at('14:00'))
  })

  it('continues when the ticket is reopened', () => {
    const resolved = { resolvedAt: at('09:40'), status: status('resolved') }
    const clock = run('resolution', [
      ['09:00', {}],
      ['09:41', resolved],
      ['20:00', {}],
    ])
    expect(summarize(clock)).toEqual({ state: 'ok', dueAt: '21:00', checkAt: '20:40' })
    expect(clock?.completedAt).toBeNull()
  })

  it('gives more time when the target is extended', () => {
    const late = run('resolution', [['11:00', {}]])
    expect(late && stateOf(late)).toBe('breached')
    const extended = advanceClock('resolution', late, ticket, { ...terms, targetMinutes: 300 }, new Date(at('11:01')))
    expect(summarize(extended)).toEqual({ state: 'ok', dueAt: '14:00', checkAt: '13:00' })
  })
})

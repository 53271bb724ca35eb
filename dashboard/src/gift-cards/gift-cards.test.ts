import { expect, it } from 'vitest'
import { formatBalanceChange, formatRecipient, looksLikeCode, selectGiftCardLiabilities } from './gift-cards.ts'

it('distinguishes a full code from a search term and from its last four characters', () => {
  for (const text of ['7KQM-3XPT-9RWA-H4DF', ' 7kqm 3xpt 9rwa h4df', '7KQM–3XPT–9RWA–H4DF'])
    expect([text, looksLikeCode(text)]).toEqual([text, true])
  for (const text of ['H4DF', 'kim@example.com', 'Kim Berg', '7KQM-3XPT-9RWA-H4D', '0KQM-3XPT-9RWA-H4DF', ''])
    expect([text, looksLikeCode(text)]).toEqual([text, false])
})

it('shows the sign of a balance change', () => {
  const change = (amount: number) => formatBalanceChange({ amount: { amount, currency: 'EUR' } })
  expect([change(500), change(-500), change(0)]).toEqual(['+€5.00', '−€5.00', '€0.00'])
})

it('formats a recipient from whatever is known', () => {
  expect(formatRecipient({ recipient: { name: 'Kim', email: 'kim@example.com' } })).toBe('Kim, kim@example.com')
  expect(formatRecipient({ recipient: { name: null, email: 'kim@example.com' } })).toBe('kim@example.com')
  expect(formatRecipient({ recipient: null })).toBe('')
})

it('selects what the shop owes on gift cards today', () => {
  const row = (date: string, accountType: 'gift_card' | 'points', unit: string) => ({
    date,
    accountType,
    unit,
    outstanding: 1,
    issued: 1,
    redeemed: 0,
    writtenOff: 0,
  })
  const today = [row('2026-11-17', 'gift_card', 'EUR'), row('2026-11-17', 'gift_card', 'USD')]
  const rows = [row('2026-11-16', 'gift_card', 'EUR'), ...today, row('2026-11-17', 'points', 'points')]
  expect([selectGiftCardLiabilities(rows), selectGiftCardLiabilities([])]).toEqual([today, []])
})

import { useSearch } from '@tanstack/react-router'
import { members } from '../members/members.ts'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage } from '../ui/list.tsx'
import { LeadList } from './lead-list.tsx'
import { leads, STATUS_LABELS } from './leads.ts'

const PERIODS = { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days' } as const
const SCORES = { '25': '25 or more', '50': '50 or more', '75': '75 or more' } as const

export function LeadsPage() {
  const people = members.useList()
  const sources = useSources()
  const filters = useFilters({
    q: { kind: 'search', label: 'Search leads', description: 'Search by name, email or phone' },
    status: { kind: 'select', label: 'Status', options: STATUS_LABELS, unset: 'Not spam' },
    source: { kind: 'select', label: 'Source', options: sources, isOpen: true },
    assigneeId: {
      kind: 'select',
      label: 'Assignee',
      options: Object.fromEntries((people.data ?? []).map(({ userId, name }): [string, string] => [userId, name])),
      isOpen: people.isPending,
    },
    scoreMin: { kind: 'select', label: 'Score', options: SCORES },
    period: { kind: 'select', label: 'Received', options: PERIODS, unset: 'Any time' },
    sort: { kind: 'select', label: 'Sort by', options: { score: 'Score' }, unset: 'Newest' },
  })
  const { period, scoreMin, ...values } = filters.values
  const list = leads.useList({
    limit: 50,
    ...values,
    ...(scoreMin && { scoreMin: Number(scoreMin) }),
    ...(period && { createdFrom: startOfDay(Number(period)) }),
  })
  return (
    <ListPage
      title="Leads"
      about="People who asked a question or signed up, before they buy. An order converts the lead by itself."
      what="leads"
      list={list}
      filters={
        <>
          <SavedViews page="leads" values={filters.values} />
          <FilterBar label="Leads" filters={filters} />
        </>
      }
      isFiltered={filters.isFiltered}
      empty={{
        title: 'No leads yet',
        text: 'Sign-up and contact forms on your website can add people here: ask your developer to send them to POST /v1/leads.',
      }}
    >
      {(items) => <LeadList leads={items} people={people.data ?? []} />}
    </ListPage>
  )
}

/** Shops name their own: those of the latest leads, and the one in the URL. */
function useSources(): Record<string, string> {
  const { source: chosen }: Record<string, unknown> = useSearch({ strict: false })
  const recent = (leads.useList({ limit: 100 }).data ?? []).map(({ source }) => source)
  const names = typeof chosen === 'string' ? [...recent, chosen] : recent
  return Object.fromEntries(names.map((name): [string, string] => [name, name]))
}

/** The same all day, so that the list is not read again with every render. */
function startOfDay(daysAgo: number): string {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - daysAgo)
  return day.toISOString()
}

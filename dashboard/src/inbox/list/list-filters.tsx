import { ActionIcon, Button, CloseButton, Group, Menu, Pill, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { teams } from '../inbox.ts'
import { type InboxContextValue, useInbox } from '../inbox-context.ts'
import { CHANNEL_LABELS, PRIORITY_LABELS, SORT_LABELS } from '../inbox-labels.ts'
import type { FilterName } from '../inbox-search.ts'
import classes from './ticket-list.module.css'
import { ViewSelect } from './view-select.tsx'

export const SEARCH_INPUT_ID = 'inbox-search'
const DEBOUNCE_MS = 250

/** Search, filters, and on narrow screens the choice of the view. */
export function ListFilters() {
  const { search, open, canEdit } = useInbox()
  const choices = useFilterChoices()
  const active = Object.entries(search.filters).filter(([name]) => name !== 'q') as [FilterName, string][]
  return (
    <div className={classes.header}>
      <ViewSelect />
      <Group gap="xs" wrap="nowrap">
        <SearchInput />
        <Menu position="bottom-end" shadow="md" width={220} returnFocus>
          <Menu.Target>
            <Button variant="default" size="sm" px="sm">
              Filter
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
            {choices.map(({ name, title, options }) => (
              <div key={name}>
                <Menu.Label>{title}</Menu.Label>
                {options.map(({ value, label }) => (
                  <Menu.Item key={value} onClick={() => search.setFilter(name, value)}>
                    {label}
                  </Menu.Item>
                ))}
              </div>
            ))}
          </Menu.Dropdown>
        </Menu>
        {canEdit ? (
          <ActionIcon
            size={36}
            aria-label="New ticket"
            title="New ticket (Shift + N)"
            onClick={() => open('new-ticket')}
          >
            <Icon name="add" />
          </ActionIcon>
        ) : null}
      </Group>
      {search.isFiltered ? (
        <Group gap={6}>
          {active.map(([name, value]) => (
            <Pill
              key={name}
              withRemoveButton
              onRemove={() => search.setFilter(name, undefined)}
              removeButtonProps={{ 'aria-label': `Remove filter ${name}`, 'aria-hidden': false, tabIndex: 0 }}
            >
              {labelOf(choices, name, value)}
            </Pill>
          ))}
          <Button size="compact-xs" variant="subtle" onClick={search.clearFilters}>
            Clear all
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => open('save-view')}>
            Save view
          </Button>
          {search.filters.q ? (
            <Text size="xs" c="dimmed" w="100%">
              Searching all tickets
            </Text>
          ) : null}
        </Group>
      ) : null}
    </div>
  )
}

function SearchInput() {
  const { search } = useInbox()
  const applied = search.filters.q ?? ''
  const [typed, setTyped] = useState(applied)
  useEffect(() => setTyped(applied), [applied])
  const apply = useDebouncedCallback((text: string) => {
    const query = text.trim()
    search.setFilter('q', query.length >= 2 ? query : undefined)
  }, DEBOUNCE_MS)
  return (
    <TextInput
      id={SEARCH_INPUT_ID}
      flex={1}
      type="search"
      aria-label="Search tickets"
      placeholder="Search tickets"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur()
      }}
      rightSection={
        typed ? (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              setTyped('')
              search.setFilter('q', undefined)
            }}
          />
        ) : null
      }
      maxLength={200}
      autoComplete="off"
    />
  )
}

interface Choice {
  name: FilterName
  title: string
  options: { value: string; label: string }[]
}

function useFilterChoices(): Choice[] {
  const { members, stable, search } = useInbox()
  const teamList = teams.useList()
  const tags = listTags(stable.rows, search.filters.tag)
  const toOptions = (labels: Record<string, string>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }))
  const choices: Choice[] = [
    {
      name: 'assignee',
      title: 'Assignee',
      options: [
        { value: 'me', label: 'Me' },
        { value: 'none', label: 'Nobody' },
        ...members.map(({ userId, name }) => ({ value: userId, label: name })),
      ],
    },
    { name: 'priority', title: 'Priority', options: toOptions(PRIORITY_LABELS).reverse() },
    { name: 'channel', title: 'Channel', options: toOptions(CHANNEL_LABELS) },
    { name: 'team', title: 'Team', options: (teamList.data ?? []).map(({ id, name }) => ({ value: id, label: name })) },
    { name: 'sort', title: 'Sort by', options: toOptions(SORT_LABELS) },
    { name: 'tag', title: 'Tag', options: tags.map((tag) => ({ value: tag, label: tag })) },
  ]
  return choices.filter(({ options }) => options.length > 0)
}

/** The most used ones on screen. */
function listTags(rows: InboxContextValue['stable']['rows'], current: string | undefined): string[] {
  const counts = new Map<string, number>()
  for (const { ticket } of rows) for (const tag of ticket.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const sorted = [...counts].sort(([, one], [, other]) => other - one).map(([tag]) => tag)
  return [...new Set([...(current ? [current] : []), ...sorted])].slice(0, 15)
}

const labelOf = (choices: Choice[], name: FilterName, value: string): string => {
  const choice = choices.find((one) => one.name === name)
  const label = choice?.options.find((option) => option.value === value)?.label ?? value
  return `${choice?.title ?? name}: ${label}`
}

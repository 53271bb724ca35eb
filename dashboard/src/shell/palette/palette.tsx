import { Kbd, Loader, Modal, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Mode, useWorkspace } from '../../session.ts'
import { Icon } from '../../ui/icon.tsx'
import { recordRecentItem } from '../../ui/recent-items.ts'
import classes from './palette.module.css'
import { groupItems, type PaletteItem } from './palette-items.ts'
import { usePaletteItems } from './use-palette-items.ts'

interface Props {
  onClose: () => void
  onModeChange: (mode: Mode) => void
  onHelp: () => void
}

const RESULT_GROUPS = ['Orders', 'Customers', 'Products', 'Tickets']

/** Search and commands in one field: type, move with the arrows, choose with Enter. */
export function Palette({ onClose, ...options }: Props) {
  const { environmentId } = useWorkspace()
  const router = useRouter()
  const [text, setText] = useState('')
  const [position, setPosition] = useState(0)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const { items, isSearching } = usePaletteItems(text, options)
  const groups = groupItems(items)
  const ordered = groups.flatMap(([, members]) => members)
  const current = ordered[Math.min(position, ordered.length - 1)]

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  const choose = ({ to, run, label, group }: PaletteItem) => {
    onClose()
    if (to === undefined) return run?.()
    if (RESULT_GROUPS.includes(group)) recordRecentItem(environmentId, { to, label })
    router.history.push(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = ordered.length - 1
    if (event.key === 'ArrowDown') setPosition((at) => (at >= last ? 0 : at + 1))
    else if (event.key === 'ArrowUp') setPosition((at) => (at <= 0 || at > last ? last : at - 1))
    else if (event.key === 'Enter') {
      if (current) choose(current)
    } else return
    event.preventDefault()
  }

  return (
    <Modal.Root opened onClose={onClose} padding={0} size={640} yOffset="12dvh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      {/* Not `Modal`, which has no place for the name of a dialog without a title. */}
      <Modal.Content aria-label="Search and commands">
        <div className={classes.search}>
          <Icon name="search" />
          <input
            className={classes.input}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setPosition(0)
            }}
            onKeyDown={onKeyDown}
            placeholder="Search or jump to…"
            aria-label="Search"
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={current ? `${listId}-${ordered.indexOf(current)}` : undefined}
            autoComplete="off"
            maxLength={100}
            data-autofocus
          />
          {isSearching ? <Loader size="xs" aria-hidden /> : <Kbd visibleFrom="sm">Esc</Kbd>}
        </div>
        <div id={listId} ref={list} role="listbox" aria-label="Results" className={classes.list}>
          {groups.map(([group, members]) => (
            // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are no fieldsets
            <div key={group} role="group" aria-label={group}>
              <div aria-hidden className={classes.group}>
                {group}
              </div>
              {members.map((item) => (
                <Option
                  key={item.id}
                  id={`${listId}-${ordered.indexOf(item)}`}
                  item={item}
                  isCurrent={item === current}
                  onChoose={() => choose(item)}
                />
              ))}
            </div>
          ))}
        </div>
        <Text size="sm" c="dimmed" className={classes.status ?? ''} role="status">
          {ordered.length === 0 ? (isSearching ? 'Searching…' : `No results for “${text.trim()}”`) : ''}
        </Text>
      </Modal.Content>
    </Modal.Root>
  )
}

interface OptionProps {
  id: string
  item: PaletteItem
  isCurrent: boolean
  onChoose: () => void
}

const Option = ({ id, item: { label, description, icon }, isCurrent, onChoose }: OptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: keys go to the field
  <div id={id} role="option" aria-selected={isCurrent} className={classes.option} onClick={onChoose}>
    <Icon name={icon} />
    <span className={classes.label}>{label}</span>
    {description ? <span className={classes.description}>{description}</span> : null}
  </div>
)

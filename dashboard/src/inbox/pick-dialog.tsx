import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import classes from './pick-dialog.module.css'

export interface PickOption {
  id: string
  label: string
  description?: ReactNode
  isChosen?: boolean
}

interface Props {
  title: string
  label: string
  options: PickOption[]
  /** Called when the text changes, where the options come from a search. */
  onSearch?: (text: string) => void
  /** Offers what was typed as a new option. */
  createLabel?: (text: string) => string | undefined
  onCreate?: (text: string) => void
  onPick: (id: string) => void
  onClose: () => void
  empty?: string
  children?: ReactNode
}

const CREATE = 'create'

/** Type to narrow the choice, arrows to move, Enter to choose: commands take three keystrokes. */
export function PickDialog(props: Props) {
  const {
    title,
    label,
    options,
    onSearch,
    createLabel,
    onCreate,
    onPick,
    onClose,
    empty = 'No results',
    children,
  } = props
  const [text, setText] = useState('')
  const [position, setPosition] = useState(0)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const words = text.trim().toLowerCase()
  const matching = onSearch ? options : options.filter((option) => option.label.toLowerCase().includes(words))
  const creation = words ? createLabel?.(text.trim()) : undefined
  const choices = creation ? [...matching, { id: CREATE, label: creation }] : matching
  const current = choices[Math.min(position, choices.length - 1)]
  const choose = (id: string) => (id === CREATE && creation ? onCreate?.(text.trim()) : onPick(id))

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <TextInput
        label={label}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setPosition(0)
          onSearch?.(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          const last = choices.length - 1
          if (event.key === 'ArrowDown') setPosition((at) => Math.min(at + 1, last))
          else if (event.key === 'ArrowUp') setPosition((at) => Math.max(Math.min(at, last) - 1, 0))
          else if (event.key === 'Enter') {
            if (current) choose(current.id)
          } else return
          event.preventDefault()
        }}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={current ? `${listId}-${choices.indexOf(current)}` : undefined}
        autoComplete="off"
        data-autofocus
      />
      <div id={listId} ref={list} role="listbox" aria-label={label} className={classes.list}>
        {choices.map((option, index) => (
          <UnstyledButton
            key={option.id}
            id={`${listId}-${index}`}
            component="div"
            role="option"
            tabIndex={-1}
            aria-selected={option === current}
            className={classes.option ?? ''}
            onClick={() => choose(option.id)}
          >
            <span>
              {option.label}
              {option.description ? (
                <Text span size="xs" c="dimmed" display="block">
                  {option.description}
                </Text>
              ) : null}
            </span>
            {option.isChosen ? <span aria-hidden>✓</span> : null}
          </UnstyledButton>
        ))}
      </div>
      {choices.length === 0 ? (
        <Text size="sm" c="dimmed" p="sm">
          {empty}
        </Text>
      ) : null}
    </Dialog>
  )
}

import { Alert, Anchor, List, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ConflictNotice } from '../ui/conflict-notice.tsx'
import { formatRelativeTime } from '../ui/time.tsx'
import { fieldLabel } from './field-paths.ts'
import { DRAFT_FIELD_LABELS, type ProductDraft } from './product-draft.ts'
import type { FieldErrors } from './product-request.ts'
import type { Conflict } from './use-editor.ts'

interface ErrorSummaryProps {
  errors: FieldErrors
  draft: ProductDraft
  onSelect: (path: string) => void
}

const MAX_SHOWN = 10

/** Takes focus so that screen readers announce it; each entry links to its field. */
export function ErrorSummary({ errors, draft, onSelect }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const entries = Object.entries(errors)
  const hiddenCount = entries.length - MAX_SHOWN
  return (
    <Alert ref={box} tabIndex={-1} color="red" role="alert" title="Fix these errors to save the product">
      <List size="sm">
        {entries.slice(0, MAX_SHOWN).map(([path, message]) => (
          <List.Item key={path}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              c="inherit"
              underline="always"
              onClick={() => onSelect(path)}
            >
              {fieldLabel(path, draft)}
            </Anchor>
            {`: ${message}`}
          </List.Item>
        ))}
        {hiddenCount > 0 ? <List.Item>{`and ${hiddenCount} more`}</List.Item> : null}
      </List>
    </Alert>
  )
}

interface ConflictProps {
  conflict: Conflict
  onResolve: (conflict: Conflict, keepMine: boolean) => void
}

const formatFieldList = (names: (keyof ProductDraft)[]) =>
  new Intl.ListFormat('en').format(names.map((name) => DRAFT_FIELD_LABELS[name]))

/** Fields only they changed keep their value, whatever the user chooses. */
export function ProductConflictNotice({ conflict, onResolve }: ConflictProps) {
  const { latest, theyChanged, bothChanged } = conflict
  return (
    <ConflictNotice
      what="this product"
      onKeepMine={() => onResolve(conflict, true)}
      onTakeTheirs={() => onResolve(conflict, false)}
    >
      <Text size="sm">
        {`Saved ${formatRelativeTime(new Date(latest.updatedAt), new Date())}.${
          theyChanged.length > 0 ? ` They changed: ${formatFieldList(theyChanged)}.` : ''
        }`}
      </Text>
      {bothChanged.length > 0 ? (
        <Text size="sm" fw={600}>
          {`You both changed: ${formatFieldList(bothChanged)}. If you keep your changes, theirs are replaced when you save.`}
        </Text>
      ) : null}
    </ConflictNotice>
  )
}

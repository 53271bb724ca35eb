import { Alert, Anchor, List } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { fieldLabel } from './field-paths.ts'
import type { ProductDraft } from './product-draft.ts'
import type { FieldErrors } from './product-request.ts'

interface Props {
  errors: FieldErrors
  draft: ProductDraft
  onSelect: (path: string) => void
}

const MAX_SHOWN = 10

/** Takes focus so that screen readers announce it; each entry links to its field. */
export function ErrorSummary({ errors, draft, onSelect }: Props) {
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

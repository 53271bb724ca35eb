import { Button, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { LibraryDialog } from './pick-from-library.tsx'
import { UploadImages } from './upload-images.tsx'

interface Props {
  label: string
  description?: string | undefined
  placeholder?: string | undefined
  value: string
  onChange: (url: string) => void
  readOnly: boolean
  error: ReactNode
}

/** One image: uploaded, from the media library, or anywhere else by its URL. */
export function ImageField({ label, onChange, readOnly, ...inputProps }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const pick = (url: string) => {
    onChange(url)
    setIsOpen(false)
  }
  return (
    <Stack gap="xs" align="stretch">
      <TextInput
        {...inputProps}
        label={label}
        onChange={(event) => onChange(event.currentTarget.value)}
        readOnly={readOnly}
      />
      {readOnly ? null : (
        <Button variant="default" size="xs" w="fit-content" onClick={() => setIsOpen(true)}>
          {`Choose ${label.toLowerCase()}`}
        </Button>
      )}
      {isOpen ? (
        <LibraryDialog onPick={pick} onClose={() => setIsOpen(false)}>
          <UploadImages onAdd={pick} />
        </LibraryDialog>
      ) : null}
    </Stack>
  )
}

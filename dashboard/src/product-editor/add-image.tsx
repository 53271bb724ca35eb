import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'

interface Props {
  onAdd: (url: string) => void
  fault: string | undefined
}

const isAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

export function AddImage({ onAdd, fault }: Props) {
  const [url, setUrl] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    if (!isAddress(url.trim())) {
      setError('Write a whole address, such as https://cdn.example.com/shirt.jpg')
      return
    }
    onAdd(url.trim())
    setUrl('')
  }
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label="Or the address of an image that lies elsewhere"
        placeholder="https://…"
        inputMode="url"
        value={url}
        error={error ?? fault}
        onChange={(event) => {
          setError(undefined)
          setUrl(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add()
        }}
        maxLength={2000}
        flex="1 1 14rem"
        inputWrapperOrder={['label', 'error', 'input']}
      />
      <Button variant="default" onClick={add} disabled={url.trim() === ''}>
        Add image
      </Button>
    </Group>
  )
}

import { Button, Group, Textarea, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'

interface Props {
  label: string
  description?: string
  value: string
  /** Limits a long list, which would fill the page. */
  maxRows?: number
}

const COPIED_MS = 2500

/** A value to copy: shown in full unless `maxRows` is set, selected on focus, copied with one click. */
export function CopyField({ label, description, value, maxRows }: Props) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [result, setResult] = useState<'copied' | 'failed'>()

  async function copy() {
    const copied = await copyText(value, input.current)
    setResult(copied ? 'copied' : 'failed')
    setTimeout(() => setResult(undefined), COPIED_MS)
  }

  return (
    <Group align="flex-end" gap="xs">
      <Textarea
        ref={input}
        label={label}
        description={description}
        value={value}
        readOnly
        // On narrow screens the button wraps below, so that the value is not cut into many short lines.
        flex="1 1 17rem"
        miw={0}
        autosize
        minRows={1}
        {...(maxRows && { maxRows })}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', wordBreak: 'break-all' } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" onClick={copy} aria-label={`Copy ${label}`} miw={92} px="sm">
        {result === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <VisuallyHidden role="status">
        {result === 'copied' ? `${label} copied` : null}
        {result === 'failed' ? "Couldn't copy. Select the text and copy it yourself." : null}
      </VisuallyHidden>
    </Group>
  )
}

/** Browsers offer no clipboard API without TLS; there, copying a selection still works. */
async function copyText(text: string, input: HTMLTextAreaElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    input?.select()
    return document.execCommand('copy')
  }
}

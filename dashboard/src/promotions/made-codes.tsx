import { Button, Group, Stack, Text } from '@mantine/core'
import { CopyField } from '../parts/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'

const MOST_LINES = 8
const FORGET_MS = 10_000

/** They stay in the list below, but here all of them are in one place. */
export function MadeCodes({ codes, onDone }: { codes: string[]; onDone: (news: string) => void }) {
  const text = codes.join('\n')
  const told = codes.length === 1 ? '1 code was made.' : `${codes.length} codes were made.`
  return (
    <Dialog size="lg" onClose={() => onDone(told)} title={told}>
      <Stack gap="md">
        <Text size="sm">They can be used from now on. Take them along as text or as a file, one code a line.</Text>
        <CopyField label="Codes" value={text} maxRows={MOST_LINES} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => download(`${text}\n`)}>
            Download
          </Button>
          <Button onClick={() => onDone(told)}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'codes.txt'
  link.click()
  // Not at once: some browsers begin to read it only after this.
  setTimeout(() => URL.revokeObjectURL(url), FORGET_MS)
}

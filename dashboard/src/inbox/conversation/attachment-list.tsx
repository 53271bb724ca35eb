import { Group, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { fetchFile } from '../../api.ts'
import { useWorkspace } from '../../session.ts'
import { errorMessage } from '../../ui/feedback.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { Attachment } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { formatSize } from '../inbox-labels.ts'
import classes from './thread.module.css'

export function AttachmentList({ attachments }: { attachments: Attachment[] }) {
  const files = attachments.filter(({ inline }) => !inline)
  if (files.length === 0) return null
  return (
    <Group component="ul" gap={6} mt="xs" p={0} style={{ listStyle: 'none' }} aria-label="Attachments">
      {files.map((file) => (
        <li key={file.id}>
          <Download file={file} />
        </li>
      ))}
    </Group>
  )
}

/** Downloads only: a file from outside is never opened on our own origin. */
function Download({ file }: { file: Attachment }) {
  const { environmentId } = useWorkspace()
  const { notify } = useInbox()
  const [isLoading, setIsLoading] = useState(false)
  const download = async () => {
    setIsLoading(true)
    try {
      saveFile(file.name, await fetchFile(`/v1/tickets/attachments/${file.id}`, environmentId))
    } catch (error) {
      notify({ message: error instanceof Error ? errorMessage(error) : 'The download failed.', isError: true })
    } finally {
      setIsLoading(false)
    }
  }
  return (
    <UnstyledButton className={classes.attachment ?? ''} disabled={isLoading} onClick={() => void download()}>
      <span aria-hidden>📎</span>
      <span className={classes.attachmentName}>{file.name}</span>
      <span className={classes.attachmentSize}>{formatSize(file.sizeBytes)}</span>
    </UnstyledButton>
  )
}

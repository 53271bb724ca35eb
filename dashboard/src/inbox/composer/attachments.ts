import { useState } from 'react'
import { API_ROOT, parseResponse, toUrl, withSession } from '../../api.ts'
import { useWorkspace } from '../../session.ts'
import { errorMessage } from '../../ui/feedback.tsx'
import type { Attachment } from '../inbox.ts'
import type { DraftAttachment } from './drafts.ts'

export const MAX_ATTACHMENT_BYTES = 20_000_000
export const MAX_ATTACHMENTS = 20

/** Files that are pasted, dropped or chosen are uploaded at once, so that sending is quick. */
export function useAttachmentUploads(onUploaded: (attachment: DraftAttachment) => void) {
  const { environmentId } = useWorkspace()
  const [uploading, setUploading] = useState<string[]>([])
  const [error, setError] = useState<string>()

  const uploadOne = async (file: File) => {
    const name = file.name || 'image.png'
    if (file.size > MAX_ATTACHMENT_BYTES) return setError(`${name} is larger than 20 MB.`)
    setUploading((names) => [...names, name])
    try {
      const path = toUrl('/v1/tickets/attachments', {}, { name })
      const stored = await withSession(path, () => store(path, environmentId, file))
      onUploaded({ id: stored.id, name: stored.name, sizeBytes: stored.sizeBytes })
    } catch (error) {
      setError(`${name}: ${error instanceof Error ? errorMessage(error) : 'The upload failed.'}`)
    } finally {
      setUploading((names) => names.filter((one) => one !== name))
    }
  }

  return {
    uploading,
    error,
    clearError: () => setError(undefined),
    upload: (files: Iterable<File>) => {
      setError(undefined)
      for (const file of files) void uploadOne(file)
    },
  }
}

async function store(path: string, environmentId: string, file: File): Promise<Attachment> {
  const response = await fetch(API_ROOT + path, {
    method: 'POST',
    headers: { 'content-type': file.type || 'application/octet-stream', 'x-environment-id': environmentId },
    body: file,
  })
  return parseResponse<Attachment>(await response.json().catch(() => undefined), response.status)
}

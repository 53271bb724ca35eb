import { useCallback, useEffect, useRef, useState } from 'react'
import { useWorkspace } from '../session.ts'
import { errorMessage } from '../ui/feedback.tsx'
import { upload } from '../upload.ts'
import { validateImageFile } from './image-rules.ts'

const MAX_TITLE_LENGTH = 200

export interface Upload {
  key: string
  file: File
  /** From 0 to 1. */
  progress: number
  error?: string | undefined
}

let uploadCount = 0

/** Uploads sequentially, so that images keep the order in which they were selected. */
export function useUploads(onUploaded: (url: string) => void) {
  const { environmentId } = useWorkspace()
  const [uploads, setUploads] = useState<Upload[]>([])
  const uploadChain = useRef(Promise.resolve())
  const abortRef = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    abortRef.current = controller
    return () => controller.abort()
  }, [])

  const change = useCallback(
    (key: string, values: Partial<Upload>) =>
      setUploads((current) => current.map((one) => (one.key === key ? { ...one, ...values } : one))),
    [],
  )
  const remove = useCallback((key: string) => setUploads((current) => current.filter((one) => one.key !== key)), [])

  const send = async ({ key, file }: Upload) => {
    const signal = abortRef.current?.signal
    if (!signal || signal.aborted) return
    try {
      const onProgress = (progress: number) => change(key, { progress })
      // With a title, it stays in the media library.
      const query = { title: file.name.slice(0, MAX_TITLE_LENGTH) }
      const { url } = await upload('/v1/catalog/images', { query, environmentId, file, signal, onProgress })
      onUploaded(url)
      remove(key)
    } catch (error) {
      if (!signal.aborted && error instanceof Error) change(key, { error: errorMessage(error) })
    }
  }
  const queue = (one: Upload) => {
    uploadChain.current = uploadChain.current.then(() => send(one))
  }
  const add = (files: File[]) => {
    const added = files.map((file) => ({
      key: `upload${++uploadCount}`,
      file,
      progress: 0,
      error: validateImageFile(file),
    }))
    setUploads((current) => [...current, ...added])
    for (const one of added) if (!one.error) queue(one)
  }
  const retry = (one: Upload) => {
    change(one.key, { error: undefined, progress: 0 })
    queue(one)
  }
  return { uploads, add, retry, remove }
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { wordsFor } from '../parts/failure.tsx'
import { upload } from '../upload.ts'
import { newKey } from './draft.ts'
import { refusalOf } from './image-rules.ts'

export interface Upload {
  key: string
  file: File
  /** How much is sent, from 0 to 1. */
  share: number
  fault?: string | undefined
}

/** One after another, so that images come in the order in which they were chosen. */
export function useUploads(onDone: (url: string) => void) {
  const { environmentId } = useDesk()
  const [uploads, setUploads] = useState<Upload[]>([])
  const line = useRef(Promise.resolve())
  const stop = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])

  const change = useCallback(
    (key: string, values: Partial<Upload>) =>
      setUploads((known) => known.map((one) => (one.key === key ? { ...one, ...values } : one))),
    [],
  )
  const drop = useCallback((key: string) => setUploads((known) => known.filter((one) => one.key !== key)), [])

  const send = async ({ key, file }: Upload) => {
    const signal = stop.current?.signal
    if (!signal || signal.aborted) return
    try {
      const onProgress = (share: number) => change(key, { share })
      const { url } = await upload<{ url: string }>('/v1/catalog/images', { environmentId, file, signal, onProgress })
      onDone(url)
      drop(key)
    } catch (error) {
      if (!signal.aborted) change(key, { fault: wordsFor(error as Error) })
    }
  }
  const queue = (one: Upload) => {
    line.current = line.current.then(() => send(one))
  }
  const add = (files: File[]) => {
    const more = files.map((file) => ({ key: newKey(), file, share: 0, fault: refusalOf(file) }))
    setUploads((known) => [...known, ...more])
    for (const one of more) if (!one.fault) queue(one)
  }
  const retry = (one: Upload) => {
    change(one.key, { fault: undefined, share: 0 })
    queue(one)
  }
  return { uploads, add, retry, drop }
}

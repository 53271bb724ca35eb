import { answerIn, ROOT } from './api.ts'

interface Upload {
  environmentId: string
  file: Blob
  signal: AbortSignal
  /** Told how much is sent, from 0 to 1. */
  onProgress: (share: number) => void
}

/** The largest image over a slow line. */
const UPLOAD_LIMIT_MS = 300_000

/** Not by `fetch`, which does not tell how much of a body has left. */
export function upload<Answer>(path: string, { environmentId, file, signal, onProgress }: Upload): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', ROOT + path)
    request.responseType = 'json'
    request.timeout = UPLOAD_LIMIT_MS
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', file.type)
    request.setRequestHeader('x-environment-id', environmentId)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    const fail = () => reject(new Error('The upload was cut off.'))
    request.onerror = fail
    request.ontimeout = fail
    request.onabort = fail
    request.onload = () => {
      try {
        resolve(answerIn<Answer>(request.response ?? undefined, request.status))
      } catch (error) {
        reject(error)
      }
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

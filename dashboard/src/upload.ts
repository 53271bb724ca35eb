import { API_ROOT, parseResponse } from './api.ts'

interface UploadOptions {
  environmentId: string
  file: Blob
  signal: AbortSignal
  /** Told how much is sent, from 0 to 1. */
  onProgress: (fraction: number) => void
}

/** The largest image over a slow line. */
const UPLOAD_TIMEOUT_MS = 300_000

/** Not by `fetch`, which does not tell how much of a body has left. */
export function upload<Result>(
  path: string,
  { environmentId, file, signal, onProgress }: UploadOptions,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', API_ROOT + path)
    request.responseType = 'json'
    request.timeout = UPLOAD_TIMEOUT_MS
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
        resolve(parseResponse<Result>(request.response ?? undefined, request.status))
      } catch (error) {
        reject(error)
      }
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

import { API_ROOT, type PathWith, parseResponse, type ResponseBody, toUrl, withSession } from './api.ts'

interface UploadOptions {
  query?: object
  environmentId: string
  file: Blob
  signal: AbortSignal
  /** Called with the uploaded fraction, from 0 to 1. */
  onProgress: (fraction: number) => void
}

/** Enough for the largest image on a slow connection. */
const UPLOAD_TIMEOUT_MS = 300_000

export const upload = <P extends PathWith<'post'>>(path: P, options: UploadOptions): Promise<ResponseBody<P, 'post'>> =>
  withSession(path, () => uploadOnce(path, options))

/** XMLHttpRequest, because `fetch` does not report upload progress. */
function uploadOnce<P extends PathWith<'post'>>(
  path: P,
  { query = {}, environmentId, file, signal, onProgress }: UploadOptions,
): Promise<ResponseBody<P, 'post'>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', API_ROOT + toUrl(path, {}, query))
    request.responseType = 'json'
    request.timeout = UPLOAD_TIMEOUT_MS
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', file.type)
    request.setRequestHeader('x-environment-id', environmentId)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    const fail = () => reject(new Error('The upload was interrupted.'))
    request.onerror = fail
    request.ontimeout = fail
    request.onabort = fail
    request.onload = () => {
      try {
        resolve(parseResponse<ResponseBody<P, 'post'>>(request.response ?? undefined, request.status))
      } catch (error) {
        reject(error)
      }
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ExportFile } from './bulk-operations.ts'
import type { DownloadFault } from './faults.ts'

const PART_BYTES = 65_536

/** A file or the rest of it, in small parts, as a store of signed links would send it. */
export async function serveDownload(
  request: IncomingMessage,
  response: ServerResponse,
  file: ExportFile | undefined,
  fault: DownloadFault | undefined,
): Promise<void> {
  if (fault === 'down') return void response.writeHead(503).end()
  if (!file) return void response.writeHead(400, { 'content-type': 'application/xml' }).end('<Code>ExpiredToken</Code>')
  const { sizeBytes } = file
  const wanted = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const start = fault === 'whole' ? 0 : wanted
  if (start > 0 && start >= sizeBytes) return void response.writeHead(416).end()
  response.writeHead(start > 0 ? 206 : 200, {
    'content-type': 'application/jsonl',
    'content-length': sizeBytes - start,
    ...(start > 0 && { 'content-range': `bytes ${start}-${sizeBytes - 1}/${sizeBytes}` }),
  })
  const isCut = fault === 'dropped' || fault === 'expired' || fault === 'silent'
  const end = isCut ? start + Math.ceil((sizeBytes - start) / 2) : sizeBytes
  const handle = await open(file.path)
  try {
    for (let position = start; position < end && !response.destroyed; ) {
      const size = Math.min(PART_BYTES, end - position)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, position)
      position += bytesRead
      await new Promise((resolve) => response.write(buffer.subarray(0, bytesRead), resolve))
    }
  } finally {
    await handle.close()
  }
  if (fault === 'dropped' || fault === 'expired') response.destroy()
  else if (fault !== 'silent') response.end()
}

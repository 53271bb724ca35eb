import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'

export interface FormFile {
  name: string
  filename: string
  contentType: string
  bytes: Buffer
}

export interface Form {
  fields: Map<string, string>
  files: FormFile[]
}

const LIMITS = { fields: 200, files: 50, parts: 250, fieldNameSize: 200, headerPairs: 50 }

/** A `multipart/form-data` or `application/x-www-form-urlencoded` body. Throws if it is malformed. */
export async function readForm(body: Buffer, contentType: string): Promise<Form> {
  const fields = new Map<string, string>()
  const files: FormFile[] = []
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    for (const [name, value] of new URLSearchParams(body.toString('utf8'))) fields.set(name, value)
    return { fields, files }
  }
  const parser = Busboy({
    headers: { 'content-type': contentType },
    limits: { ...LIMITS, fieldSize: body.length, fileSize: body.length },
    // A raw email is no text: its bytes must survive.
    defCharset: 'utf8',
  })
  await new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value) => void fields.set(name, value))
    parser.on('file', (name, stream, filename, _encoding, type) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on(
        'end',
        () => void files.push({ name, filename: filename ?? '', contentType: type, bytes: Buffer.concat(chunks) }),
      )
    })
    parser.on('error', reject)
    parser.on('finish', resolve)
    Readable.from([body]).pipe(parser)
  })
  return { fields, files }
}

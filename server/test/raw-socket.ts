import { connect } from 'node:net'

export interface RawResponse {
  status: number
  headers: Record<string, string>
  body: string
}

interface Options {
  halfClose?: boolean
  /** Sent once the response has started. */
  followUp?: string
  /** The end of the request, sent when it resolves. */
  rest?: () => Promise<string>
  timeoutMs?: number
}

/** Sends raw bytes, as no well-behaved client would, and reads the response until the server closes. */
export function sendRaw(
  port: number,
  text: string,
  { halfClose = false, followUp = '', timeoutMs = 120_000, rest }: Options = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    const timer = setTimeout(() => socket.destroy(new Error('the server did not close the connection')), timeoutMs)
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      if (followUp && !received) socket.write(followUp)
      received += chunk
    })
    socket.on('error', reject)
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      clearTimeout(timer)
      if (received) resolve(parse(received))
      else reject(new Error('the server closed without an answer'))
    })
    socket.write(text, 'latin1', async () => {
      if (halfClose) socket.end()
      if (rest) socket.write(await rest())
    })
  })
}

function parse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

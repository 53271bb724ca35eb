import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface MailServer {
  url: string
  /** Received messages, including headers. */
  messages: string[]
}

/** Implements as much SMTP as is needed to receive an email. */
export async function openMailServer(): Promise<MailServer> {
  const messages: string[] = []
  const server = createServer((socket) => receive(socket, (mail) => messages.push(mail)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, messages }
}

function receive(socket: Socket, deliver: (mail: string) => void): void {
  let pending = ''
  let isReadingData = false
  const reply = (line: string) => socket.write(`${line}\r\n`)
  socket.on('error', () => {})
  reply('220 a test')
  socket.on('data', (chunk) => {
    pending += chunk
    for (;;) {
      const end = pending.indexOf(isReadingData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const text = pending.slice(0, end)
      pending = pending.slice(end + (isReadingData ? 5 : 2))
      if (isReadingData) {
        deliver(text)
        isReadingData = false
        reply('250 taken')
      } else if (/^DATA/i.test(text)) {
        isReadingData = true
        reply('354 go on')
      } else if (/^QUIT/i.test(text)) {
        reply('221 bye')
        socket.end()
      } else reply('250 ok')
    }
  })
}

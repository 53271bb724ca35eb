import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface MailServer {
  url: string
  /** What was received, headers and all. */
  mails: string[]
}

/** Speaks as much SMTP as is needed to take a mail in. */
export async function openMailServer(): Promise<MailServer> {
  const mails: string[] = []
  const server = createServer((socket) => receive(socket, (mail) => mails.push(mail)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails }
}

function receive(socket: Socket, deliver: (mail: string) => void): void {
  let waiting = ''
  let inMail = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  socket.on('error', () => {})
  say('220 a test')
  socket.on('data', (chunk) => {
    waiting += chunk
    for (;;) {
      const end = waiting.indexOf(inMail ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const text = waiting.slice(0, end)
      waiting = waiting.slice(end + (inMail ? 5 : 2))
      if (inMail) {
        deliver(text)
        inMail = false
        say('250 taken')
      } else if (/^DATA/i.test(text)) {
        inMail = true
        say('354 go on')
      } else if (/^QUIT/i.test(text)) {
        say('221 bye')
        socket.end()
      } else say('250 ok')
    }
  })
}

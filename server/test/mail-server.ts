import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface MailServer {
  url: string
  /** Received messages, including headers. */
  messages: string[]
  /** Sender and recipients of each of them, as the commands gave them. */
  envelopes: Envelope[]
  /** Replaces the response to a command, such as `RCPT TO:<ada@example.com>`, or to the end of a message (`.`). */
  respond: (command: string) => string | undefined | Promise<string | undefined>
}

export interface Envelope {
  from: string
  to: string[]
}

type WhenDone = (close: () => void) => void

/** Implements as much SMTP as is needed to receive an email. Outside a test, say when it is to be closed. */
export async function openMailServer(whenDone: WhenDone = onTestFinished): Promise<MailServer> {
  const mailServer: MailServer = { url: '', messages: [], envelopes: [], respond: () => undefined }
  const server = createServer((socket) => receive(socket, mailServer))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenDone(() => void server.close())
  mailServer.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return mailServer
}

function receive(socket: Socket, server: MailServer): void {
  let pending = ''
  let isReadingData = false
  let envelope: Envelope = { from: '', to: [] }
  const reply = (line: string) => socket.write(`${line}\r\n`)
  socket.on('error', () => {})
  reply('220 a test')

  async function runCommand(command: string): Promise<void> {
    const response = (await server.respond(command)) ?? (/^DATA/i.test(command) ? '354 go on' : '250 ok')
    const [, address = ''] = /<([^>]*)>/.exec(command) ?? []
    if (/^MAIL/i.test(command)) envelope = { from: address, to: [] }
    if (/^RCPT/i.test(command) && response.startsWith('2')) envelope.to.push(address)
    if (/^DATA/i.test(command)) isReadingData = response.startsWith('3')
    if (/^QUIT/i.test(command)) socket.end('221 bye\r\n')
    else reply(response)
  }

  async function endData(text: string): Promise<void> {
    isReadingData = false
    const response = (await server.respond('.')) ?? '250 taken'
    if (response.startsWith('2')) {
      server.messages.push(text)
      server.envelopes.push(envelope)
    }
    reply(response)
  }

  let turn = Promise.resolve()
  async function readPending(): Promise<void> {
    for (;;) {
      const end = pending.indexOf(isReadingData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const text = pending.slice(0, end)
      pending = pending.slice(end + (isReadingData ? 5 : 2))
      await (isReadingData ? endData(text) : runCommand(text))
    }
  }
  socket.on('data', (chunk) => {
    pending += chunk
    turn = turn.then(readPending)
  })
}

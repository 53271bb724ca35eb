import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openRedis } from '../../../test/redis.ts'
import { connectRedis, disconnectRedis } from './connect-redis.ts'

const toReply = (values: string[]) =>
  `*${values.length}\r\n${values.map((value) => `$${value.length}\r\n${value}\r\n`).join('')}`

/** Names one master. Before its second reply, it announces a new one and waits until the client has received that. */
async function openSentinel(masterPort: number): Promise<{ url: string; subscribed: Promise<void> }> {
  const { promise: subscribed, resolve: subscribe } = Promise.withResolvers<void>()
  let subscriber: Socket | undefined
  let lookups = 0
  async function reply(command: string, socket: Socket): Promise<string> {
    if (command.includes('get-master-addr-by-name')) {
      lookups += 1
      if (lookups === 2 && subscriber) {
        subscriber.write(toReply(['message', '+switch-master', 'shop']).replace('*', '>'))
        await once(subscriber, 'close')
      }
      return toReply(['127.0.0.1', String(masterPort)])
    }
    if (command.includes('subscribe')) {
      subscriber = socket
      subscribe()
      return '>3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n'
    }
    if (command.includes('sentinels')) return '*0\r\n'
    return command.includes('hello') ? '%1\r\n+proto\r\n:3\r\n' : '+OK\r\n'
  }
  const listener = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', async (chunk) => {
      for (const command of String(chunk)
        .toLowerCase()
        .split(/(?=\*\d+\r\n)/)) {
        socket.write(await reply(command, socket))
      }
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => void listener.close())
  return { url: `redis+sentinel://127.0.0.1:${(listener.address() as AddressInfo).port}/shop`, subscribed }
}

it('reconnects when sentinels announce a new master while it reconnects', async (context) => {
  const master = await openRedis(context)
  const { url, subscribed } = await openSentinel(master.port)
  const redis = connectRedis(url)
  onTestFinished(() => disconnectRedis(redis))
  const ping = () => redis.ping().catch(() => 'unavailable')
  await expect.poll(ping).toBe('PONG')
  await subscribed
  await master.kill()
  await expect.poll(ping).toBe('unavailable')
  await master.start()
  await expect.poll(ping).toBe('PONG')
})

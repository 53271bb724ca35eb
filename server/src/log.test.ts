import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it('a line has its own fields, and none of the line before it', () => {
  const lines: string[] = []
  const log = createLog('info', new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }))
  log.info({ to: 'ada@example.com' }, 'sent')
  log.info({ orderId: 'ord_1' }, 'paid')
  const [first, second] = lines.map((line) => JSON.parse(line))
  expect(first).toMatchObject({ to: 'ada@example.com', msg: 'sent', pid: process.pid })
  expect(Object.keys(second)).toEqual(['level', 'time', 'host', 'pid', 'orderId', 'msg'])
})

// Measures how fast emails are received over SMTP: `npm run bench:inbound-email` sends them to the listener and to a bare
// smtp-server that inserts the same bytes into the same PostgreSQL, in turns. Fails if the listener takes less than 40 %
// of what the bare one takes. Then kills the server for about a minute while emails arrive, and looks for lost ones.
// `npm run bench:inbound-email -- 2` measures for 2 s per turn.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startChild } from '../kit/child.ts'
import { median } from '../kit/statistics.ts'

const SECONDS = Number(process.argv[2] ?? 5)
const TURNS = 3
const CONNECTIONS = 10
const MIN_RATIO = 0.4
/** As a short email with a signature and headers of several servers. */
const BODY = `${'Where is my order? It should have arrived on Monday.\r\n'.repeat(200)}`

const DATA_DIR = join(tmpdir(), `storedesk-bench-inbound-${randomUUID()}`)
const child = await startChild<{ ours: number; bare: number }>(new URL('./server.ts', import.meta.url), { DATA_DIR })
const rates = { ours: [] as number[], bare: [] as number[] }
for (let turn = 0; turn <= TURNS; turn++) {
  for (const kind of ['bare', 'ours'] as const) {
    const rate = await measure(child.message[kind], `${kind}-${turn}`)
    // The first turn warms up.
    if (turn > 0) rates[kind].push(rate)
  }
}
const [ours, bare] = [median(rates.ours), median(rates.bare)]
const ratio = ours / bare
console.log(`received by the listener   ${ours.toFixed(0)} emails/s`)
console.log(`received by a bare server  ${bare.toFixed(0)} emails/s`)
console.log(`ratio                      ${(ratio * 100).toFixed(0)} % (at least ${MIN_RATIO * 100} %)`)
const { rate } = await child.request<{ rate: number }>('process')
console.log(`processed into tickets     ${rate.toFixed(0)} emails/s`)
await child.end()
await rm(DATA_DIR, { recursive: true })

const env = { ...process.env, INBOUND_KILL_EMAILS: '1500', INBOUND_KILLS: '6' }
const killed = spawnSync('npm', ['test', '--', 'inbound-email-kill'], { env, stdio: 'inherit' })
process.exitCode = ratio >= MIN_RATIO && killed.status === 0 ? 0 : 1

async function measure(port: number, name: string): Promise<number> {
  const startedMs = performance.now()
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => sendFor(port, `${name}-${n}`)))
  const seconds = (performance.now() - startedMs) / 1000
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}

/** Sends one email after the other, each when the one before was accepted. */
async function sendFor(port: number, name: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const expectReply = async (code: string) => {
    for (;;) {
      const { value } = await lines.next()
      if (!String(value).startsWith(code)) throw new Error(`expected ${code}: ${value}`)
      if (String(value)[3] === ' ') return
    }
  }
  await expectReply('220')
  const command = (line: string, code: string) => {
    socket.write(`${line}\r\n`)
    return expectReply(code)
  }
  await command('EHLO bench.example', '250')
  const untilMs = performance.now() + SECONDS * 1000
  let count = 0
  for (; performance.now() < untilMs; count++) {
    const sender = `${name}-${count}@example.com`
    await command(`MAIL FROM:<${sender}>`, '250')
    await command('RCPT TO:<support@bench.example>', '250')
    await command('DATA', '354')
    const headers = `From: ${sender}\r\nTo: support@bench.example\r\nSubject: Order\r\nMessage-ID: <${sender}>\r\n`
    await command(`${headers}\r\n${BODY}.`, '250')
  }
  socket.end('QUIT\r\n')
  await once(socket, 'close')
  return count
}

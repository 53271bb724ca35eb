// What limits cost. `npm run bench:limits` measures memory; with the address of a Redis behind it, which is emptied, that too.
import { measureDecisions } from './decisions.ts'
import { measureThroughput } from './throughput.ts'

const [redisUrl] = process.argv.slice(2)
await measureDecisions(redisUrl)
await measureThroughput(redisUrl)

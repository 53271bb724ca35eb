// Measures the cost of rate limits. `npm run bench:limits` measures the in-memory limiter; pass a Redis URL to measure
// Redis too, which is flushed.
import { measureDecisions } from './decisions.ts'
import { measureThroughput } from './throughput.ts'

const [redisUrl] = process.argv.slice(2)
await measureDecisions(redisUrl)
await measureThroughput(redisUrl)

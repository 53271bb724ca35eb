import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiling the source is most of a start: with the compile cache it takes half the time.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/storedesk', import.meta.url)))
await import('./serve.ts')

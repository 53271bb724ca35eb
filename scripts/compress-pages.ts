import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes a compressed copy next to every text file of a page: compressed once per build, not per visitor. */
export const compressPages = (): Plugin => ({
  name: 'compress-pages',
  apply: 'build',
  // What renders pages on the server is sent to nobody.
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir = '.' }, bundle) {
    for (const file of Object.keys(bundle).filter((name) => /\.(js|css|html|svg)$/.test(name))) {
      const path = join(dir, file)
      const content = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(content))
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    }
  },
})

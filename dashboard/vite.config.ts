import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressPages } from '../scripts/compress-pages.ts'

/** Proxied by `npm run dev` to a server started with `npm start` in another terminal. */
const SERVER_PATHS = ['/dashboard/api', '/readyz', '/docs', '/openapi.json']

/**
 * Number of pages that must share a module. 22 gives a shared chunk of 50 kB gzipped; 16 gives 54 kB, 14 already 75 kB.
 */
const SHARED_BY = 22

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), compressPages()],
  // Otherwise shared code is split into dozens of files of a few hundred bytes, each a request of its own.
  build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: SHARED_BY }] } } } },
  server: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, 'http://127.0.0.1:8080'])) },
})

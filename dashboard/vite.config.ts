import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressPages } from '../scripts/compress-pages.ts'

/** What `npm run dev` here passes on to a server started with `npm start` in another terminal. */
const SERVER_PATHS = ['/dashboard/api', '/readyz', '/docs', '/openapi.json']

/** Pages; what fewer need travels with them. By 22 of them: 50 kB gzipped; by 16 it would be 54, by 14 already 75. */
const SHARED_BY = 22

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), compressPages()],
  // Without it what pages share lies in dozens of files of a few hundred bytes, each asked for by itself.
  build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: SHARED_BY }] } } } },
  server: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, 'http://127.0.0.1:8080'])) },
})

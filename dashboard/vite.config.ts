import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What `npm run dev` here passes on to a server started with `npm start` in another terminal. */
const SERVER_PATHS = ['/dashboard/api', '/readyz', '/docs', '/openapi.json']

export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  server: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, 'http://127.0.0.1:8080'])) },
})

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressPages } from '../scripts/compress-pages.ts'

export default defineConfig({ base: '/shop/', plugins: [react(), compressPages()] })

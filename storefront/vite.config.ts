import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressPages } from '../scripts/compress-pages.ts'

/** One file with a name that never changes: any page of the shop includes it with one script tag. */
const CHAT_FILE = 'chat.js'

/** A classic script shares its names with the page, so ours stay in a function. */
const wrapChat = (): Plugin => ({
  name: 'wrap-chat',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chat = bundle[CHAT_FILE]
    if (chat?.type !== 'chunk') return
    if (chat.imports.length > 0) this.error(`${CHAT_FILE} must not import other files of the shop`)
    chat.code = `(()=>{${chat.code.trim()}})();\n`
  },
})

export default defineConfig({
  base: '/shop/',
  plugins: [react(), wrapChat(), compressPages()],
  build: {
    rollupOptions: {
      input: { index: 'index.html', chat: 'src/chat/chat.ts' },
      output: { entryFileNames: ({ name }) => (name === 'chat' ? CHAT_FILE : 'assets/[name]-[hash].js') },
    },
    modulePreload: { polyfill: false },
  },
})

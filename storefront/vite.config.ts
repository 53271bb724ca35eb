import react from '@vitejs/plugin-react'
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite'
import { compressPages } from '../scripts/compress-pages.ts'

/** One file with a name that never changes: any page of the shop includes it with one script tag. */
const CHAT_FILE = 'chat.js'
/** The SDK as it is in this repository; a copy of this shop uses the published package and needs no condition. */
const SDK_SOURCE = '@storedesk/source'

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

/** Two builds: what browsers load, and `.server`, which renders the same pages to HTML. */
export default defineConfig({
  base: '/shop/',
  plugins: [react(), wrapChat(), compressPages()],
  builder: {},
  environments: {
    client: {
      resolve: { conditions: [SDK_SOURCE, ...defaultClientConditions] },
      build: {
        outDir: 'dist',
        // Names the files of each page, so that the server can preload them.
        manifest: true,
        rollupOptions: {
          input: { shop: 'src/entry-client.tsx', chat: 'src/chat/chat.ts' },
          output: { entryFileNames: ({ name }) => (name === 'chat' ? CHAT_FILE : 'assets/[name]-[hash].js') },
        },
        modulePreload: { polyfill: false },
      },
    },
    ssr: {
      define: { 'process.env.NODE_ENV': '"production"' },
      // Everything in one file: the server then needs none of these packages.
      resolve: { noExternal: true, conditions: [SDK_SOURCE, ...defaultServerConditions] },
      build: { outDir: 'dist/.server', rollupOptions: { input: 'src/entry-server.tsx' } },
    },
  },
})

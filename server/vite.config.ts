import { defineConfig } from 'vite'

/** The server in a few files: finding and reading 1,300 modules one by one took two thirds of a start. */
export default defineConfig({
  // Packages too, for the same reason, except those that read files next to them or start threads from them.
  ssr: { noExternal: true, external: ['graphile-worker', 'pdfkit', 'pino'] },
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    // Readable stack traces.
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
})

import { defineConfig } from 'vite'

/** The server in a few files: finding and reading 1,300 modules one by one took two thirds of a start. */
export default defineConfig({
  // Other packages stay outside: some read files next to them. These two have 700 modules, and every start loads them.
  ssr: { noExternal: ['typebox', 'jose'] },
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    // Readable stack traces.
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
})

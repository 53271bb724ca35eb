import { Type } from 'typebox'
import { defineJob } from '../../jobs/job.ts'
import { runImport } from './run-import.ts'

/** The import itself counts how often it was begun, and ends with words for who waits for it. */
export const importJob = defineJob({
  name: 'catalog.import',
  payload: Type.Object({ importId: Type.String() }),
  maxAttempts: 10,
  run: (ctx, { importId }) => runImport(ctx, importId),
})

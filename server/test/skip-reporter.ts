import type { Reporter, TestModule } from 'vitest/node'

/** Lists every skipped test. Under `CI=true`, where nobody reads the output, a skip is a failure. */
export class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')])
    for (const test of skipped) {
      const result = test.result()
      const reason = 'note' in result && result.note ? result.note : 'no reason given'
      console.warn(`SKIPPED ${test.module.moduleId}: ${test.fullName} (${reason})`)
    }
    if (process.env.CI && skipped.length > 0) {
      console.error(`${skipped.length} tests were skipped, which is a failure under CI=true`)
      process.exitCode = 1
    }
  }
}

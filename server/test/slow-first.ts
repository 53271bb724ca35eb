import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Journeys start processes and browsers: begun last, one of them would run alone while the other worker has nothing to do. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (moduleId.includes('/journeys/') ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

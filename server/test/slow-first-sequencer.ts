import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Started last, one of these would run alone while the other workers idle: journeys start processes and browsers. */
const SLOW = /\/journeys\/|\.journey\.test|contract\/sandbox\.test|price-cart\.property\.test|\/db\/embedded\//

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (SLOW.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

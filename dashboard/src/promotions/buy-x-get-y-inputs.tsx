import { SimpleGrid } from '@mantine/core'
import { CountInput, PercentageInput } from './number-input.tsx'
import type { BenefitProps } from './promotion-fields.ts'
import { SelectionInputs } from './selection-inputs.tsx'

export function BuyXGetYInputs({ benefit, change, readOnly, errorAt }: BenefitProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <CountInput
          label="Buy"
          value={benefit.buyQuantity}
          onChange={(buyQuantity) => change({ buyQuantity })}
          readOnly={readOnly}
          error={errorAt('/benefit/buy/quantity')}
        />
        <CountInput
          label="Get"
          value={benefit.getQuantity}
          onChange={(getQuantity) => change({ getQuantity })}
          readOnly={readOnly}
          error={errorAt('/benefit/get/quantity')}
        />
        <PercentageInput
          label="Percentage off"
          description="100 means free"
          value={benefit.getPercentage}
          onChange={(getPercentage) => change({ getPercentage })}
          readOnly={readOnly}
          error={errorAt('/benefit/get/percentage')}
        />
        <CountInput
          label="Maximum per cart"
          description="Leave empty for no limit"
          value={benefit.maxTimes}
          onChange={(maxTimes) => change({ maxTimes })}
          readOnly={readOnly}
          error={errorAt('/benefit/maxTimes')}
        />
      </SimpleGrid>
      <SelectionInputs
        label="Customer buys"
        allLabel="The eligible products below"
        value={benefit.buyItems}
        onChange={(buyItems) => change({ buyItems })}
        readOnly={readOnly}
        path="/benefit/buy/items"
        errorAt={errorAt}
      />
      <SelectionInputs
        label="Customer gets"
        allLabel="The eligible products below"
        value={benefit.getItems}
        onChange={(getItems) => change({ getItems })}
        readOnly={readOnly}
        path="/benefit/get/items"
        errorAt={errorAt}
      />
    </>
  )
}

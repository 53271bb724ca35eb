import { SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { AmountInput } from '../promotions/amount-input.tsx'
import { SectionCard } from '../ui/section.tsx'
import { WholeNumberInput } from '../ui/whole-number-input.tsx'
import type { SectionProps } from './program-fields.ts'
import { REWARD_LIMITS, type ReferralFields } from './reward-fields.ts'

export function ReferralSection({ fields, edit, readOnly, currency, errorAt }: SectionProps) {
  const { referral } = fields
  const change = (changes: Partial<ReferralFields>) => edit({ referral: { ...referral, ...changes } })
  return (
    <SectionCard
      title="Referrals"
      about="Customers share a link. When the first order of someone new is paid and its return window is over, both get points."
    >
      {readOnly ? (
        <Text size="sm">{referral.active ? 'Referrals are active.' : 'Referrals are inactive.'}</Text>
      ) : (
        <Switch
          label="Referrals"
          checked={referral.active}
          onChange={(event) => change({ active: event.currentTarget.checked })}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <WholeNumberInput
          label="Points for the referrer"
          unit="points"
          range={REWARD_LIMITS.referralPoints}
          value={referral.referrerPoints}
          onChange={(referrerPoints) => change({ referrerPoints })}
          readOnly={readOnly}
          error={errorAt('/referral/referrerPoints')}
        />
        <WholeNumberInput
          label="Points for the new customer"
          unit="points"
          range={REWARD_LIMITS.referralPoints}
          value={referral.refereePoints}
          onChange={(refereePoints) => change({ refereePoints })}
          readOnly={readOnly}
          error={errorAt('/referral/refereePoints')}
        />
        <AmountInput
          label="Minimum first order"
          description="Leave empty for any amount."
          value={referral.minOrderAmount}
          currency={currency}
          onChange={(minOrderAmount) => change({ minOrderAmount })}
          readOnly={readOnly}
          error={errorAt('/referral/minOrderAmount')}
        />
        <TextInput
          label="Link to share"
          description="The page of your shop, with {code} in place of the customer's code."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="https://shop.example.com/?ref={code}"
          value={referral.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
          readOnly={readOnly}
          maxLength={2000}
          autoComplete="off"
          error={errorAt('/referral/url')}
        />
      </SimpleGrid>
    </SectionCard>
  )
}

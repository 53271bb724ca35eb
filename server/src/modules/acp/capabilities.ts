import type { Ctx } from '../../ctx.ts'
import type { SessionRow } from './rows.ts'
import type { AcpSession, PaymentHandler } from './shapes.ts'

export const DISCOUNT_EXTENSION = {
  name: 'discount',
  spec: 'https://agenticcommerce.dev/specs/discount',
  schema: 'https://agenticcommerce.dev/schemas/discount.json',
}

const DISCOUNT_FIELDS = ['CheckoutSessionCreateRequest', 'CheckoutSessionUpdateRequest', 'CheckoutSession'].map(
  (shape) => `$.${shape}.discounts`,
)

/** What both sides can do. */
export function capabilitiesOf(
  ctx: Pick<Ctx, 'environmentId' | 'mode'>,
  { row: { data }, provider }: { row: SessionRow; provider: string },
): AcpSession['capabilities'] {
  const discounts = { ...DISCOUNT_EXTENSION, extends: DISCOUNT_FIELDS }
  return {
    payment: { handlers: [cardHandler(ctx, provider)] },
    interventions: { supported: data.interventions, required: [], enforcement: 'conditional' },
    ...(data.hasDiscounts && { extensions: [discounts] }),
  }
}

/** The agent has whoever takes our money make a token of the buyer's card, for this shop and this session. */
const cardHandler = ({ environmentId, mode }: Pick<Ctx, 'environmentId' | 'mode'>, psp: string): PaymentHandler => ({
  id: 'card_tokenized',
  name: 'dev.acp.tokenized.card',
  version: '2026-01-22',
  spec: 'https://acp.dev/handlers/tokenized.card',
  requires_delegate_payment: true,
  requires_pci_compliance: false,
  psp,
  config_schema: 'https://acp.dev/schemas/handlers/tokenized.card/config.json',
  instrument_schemas: ['https://acp.dev/schemas/handlers/tokenized.card/instrument.json'],
  config: {
    merchant_id: environmentId,
    psp,
    accepted_brands: ['visa', 'mastercard'],
    supports_3ds: true,
    environment: mode === 'live' ? 'production' : 'sandbox',
  },
})

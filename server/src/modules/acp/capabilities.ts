import type { Ctx } from '../../ctx.ts'
import type { Merchant } from '../payments/merchant/merchant.ts'
import type { AcpSession, PaymentHandler } from './protocol.ts'
import type { SessionRow } from './session-row.ts'

/** The only payment handler offered to agents, and the instrument and credential types it accepts. */
export const CARD_HANDLER = 'card_tokenized'
export const INSTRUMENT = 'card'
export const CREDENTIALS = ['spt', 'vault_token']

export const DISCOUNT_EXTENSION = {
  name: 'discount',
  spec: 'https://agenticcommerce.dev/specs/discount',
  schema: 'https://agenticcommerce.dev/schemas/discount.json',
}

const DISCOUNT_FIELDS = ['CheckoutSessionCreateRequest', 'CheckoutSessionUpdateRequest', 'CheckoutSession'].map(
  (shape) => `$.${shape}.discounts`,
)

/** The capabilities that both sides support. */
export function capabilitiesOf(
  ctx: Pick<Ctx, 'mode'>,
  { row: { data }, merchant }: { row: SessionRow; merchant: Merchant },
): AcpSession['capabilities'] {
  const discounts = { ...DISCOUNT_EXTENSION, extends: DISCOUNT_FIELDS }
  return {
    payment: { handlers: [cardHandler(ctx, merchant)] },
    interventions: { supported: merchant.acquirer ? data.interventions : [], required: [], enforcement: 'conditional' },
    ...(data.hasDiscounts && { extensions: [discounts] }),
  }
}

/** The agent has our payment provider tokenize the buyer's card for this shop and this session. */
const cardHandler = ({ mode }: Pick<Ctx, 'mode'>, merchant: Merchant): PaymentHandler => ({
  id: CARD_HANDLER,
  name: 'dev.acp.tokenized.card',
  version: '2026-01-22',
  spec: 'https://acp.dev/handlers/tokenized.card',
  requires_delegate_payment: true,
  requires_pci_compliance: false,
  psp: merchant.provider,
  config_schema: 'https://acp.dev/schemas/handlers/tokenized.card/config.json',
  instrument_schemas: ['https://acp.dev/schemas/handlers/tokenized.card/instrument.json'],
  config: {
    ...(merchant.id !== null && { merchant_id: merchant.id }),
    psp: merchant.provider,
    accepted_brands: merchant.acceptedBrands,
    supports_3ds: merchant.acquirer !== null,
    environment: mode === 'live' ? 'production' : 'sandbox',
  },
})

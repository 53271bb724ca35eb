import type { EmailKind } from './schemas.ts'

const orderSummary = `{{items}}

{{totals}}

**Delivered to**
{{shippingAddress}}

**Billed to**
{{billingAddress}}

**Delivered by**
{{shippingMethod}}`

/** Used until the shop customizes a template. */
export const DEFAULT_TEMPLATES: Record<EmailKind, { subject: string; body: string }> = {
  order_confirmation: {
    subject: 'Your order #{{orderNumber}} at {{shopName}}',
    body: `# Thank you for your order

Hello {{buyerName}},

we have your order **#{{orderNumber}}** of {{orderDate}}. We will write again as soon as it is on its way.

${orderSummary}

**Your note**
{{note}}

Kind regards
{{shopName}}`,
  },
  order_shipped: {
    subject: 'Your order #{{orderNumber}} is on its way',
    body: `# It is on its way

Hello {{buyerName}},

we have sent these items of your order **#{{orderNumber}}**:

{{shippedItems}}

**Brought by**
{{carrier}}

**Number of the parcel**
{{trackingNumber}}

{{tracking}}

**Delivered to**
{{shippingAddress}}

Kind regards
{{shopName}}`,
  },
  order_refunded: {
    subject: 'We have refunded {{refundAmount}} of your order #{{orderNumber}}',
    body: `# Your refund

Hello {{buyerName}},

we have refunded **{{refundAmount}}** of your order **#{{orderNumber}}**. A refund to a bank card can take a few days to show.

{{refundedItems}}

Kind regards
{{shopName}}`,
  },
  gift_card: {
    subject: 'Your gift card of {{shopName}}',
    body: `# Your gift card

Hello {{buyerName}},

here is the gift card over **{{giftCardAmount}}** that you have bought with your order **#{{orderNumber}}**. Type its code when you pay:

**{{giftCardCode}}**

Whoever has the code can pay with it. Keep this e-mail: we can't tell you the code again.

Kind regards
{{shopName}}`,
  },
}

import type { EmailKind } from './schemas.ts'

const orderSummary = `{{items}}

{{totals}}

**Shipping address**
{{shippingAddress}}

**Billing address**
{{billingAddress}}

**Shipping method**
{{shippingMethod}}`

/** Used until the shop customizes a template. */
export const DEFAULT_TEMPLATES: Record<EmailKind, { subject: string; body: string }> = {
  order_confirmation: {
    subject: 'Order #{{orderNumber}} confirmed',
    body: `# Thank you for your order

Hello {{customerName}},

We received your order **#{{orderNumber}}** on {{orderDate}}. We’ll email you when it ships.

{{orderStatus}}

${orderSummary}

**Your note**
{{note}}

Kind regards,
{{shopName}}`,
  },
  order_shipped: {
    subject: 'A shipment from order #{{orderNumber}} is on the way',
    body: `# Your order is on the way

Hello {{customerName}},

These items from your order **#{{orderNumber}}** have shipped:

{{shippedItems}}

**Carrier**
{{carrier}}

**Tracking number**
{{trackingNumber}}

{{tracking}}

**Shipping address**
{{shippingAddress}}

Kind regards,
{{shopName}}`,
  },
  shipment_update: {
    subject: 'Order #{{orderNumber}}: {{trackingStatus}}',
    body: `# {{trackingStatus}}

Hello {{customerName}},

{{trackingMessage}} It contains these items from your order **#{{orderNumber}}**:

{{shippedItems}}

**Carrier**
{{carrier}}

**Tracking number**
{{trackingNumber}}

{{tracking}}

Kind regards,
{{shopName}}`,
  },
  order_refunded: {
    subject: 'Refund of {{refundAmount}} for order #{{orderNumber}}',
    body: `# Your refund

Hello {{customerName}},

We refunded **{{refundAmount}}** for your order **#{{orderNumber}}**. A refund to a bank card can take a few days to appear.

**Added to your store credit**
{{refundedToStoreCredit}}

{{refundedItems}}

Kind regards,
{{shopName}}`,
  },
  gift_card: {
    subject: 'Your {{shopName}} gift card',
    body: `# Your gift card

Hello {{customerName}},

Here is your **{{giftCardAmount}}** gift card from order **#{{orderNumber}}**. Enter this code at checkout:

**{{giftCardCode}}**

Anyone who has this code can use it. Keep this email: we can’t send you the code again.

Kind regards,
{{shopName}}`,
  },
  login_code: {
    subject: 'Your {{shopName}} login code',
    body: `# Your login code

Enter this code to sign in to {{shopName}}:

**{{loginCode}}**

It expires in {{expiresInMinutes}} minutes. If you didn’t try to sign in, ignore this email, and don’t share the code with anyone.`,
  },
  chat_code: {
    subject: 'Your {{shopName}} verification code',
    body: `# Your verification code

Enter this code in the chat with {{shopName}}, so that we know it’s you:

**{{chatCode}}**

It expires in {{expiresInMinutes}} minutes. If you aren’t chatting with us, ignore this email, and don’t share the code with anyone.`,
  },
}

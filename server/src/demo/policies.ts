import type { NewPolicy, PolicyKind } from '../modules/policies/schemas.ts'

/** Texts for a fictional shop, not for use in a real one. */
export const POLICIES: Record<PolicyKind, NewPolicy> = {
  refund: {
    title: 'Returns and refunds',
    body: `Changed your mind? Send it back within **30 days** of delivery and get your money back. You do not have to give a reason.

## How it works

1. Email [hello@hazel-and-oak.example](mailto:hello@hazel-and-oak.example) with your order number and the items you want to return.
2. We email you a return label. Returns are free within the European Union.
3. Return items as you received them: unworn, unwashed, with their tags.
4. We refund your original payment method within **five business days** after the package arrives. You can also choose another size or store credit.

## What cannot be returned

- Food, coffee and tea, once shipped
- Soap and cosmetics, once opened
- Gift cards
- Furniture made to measure

## Broken or wrong?

Send us a photo within **14 days**. We replace or refund it, whichever you prefer, and you keep the pieces. This does not affect your statutory rights.`,
    returnTerms: {
      windowDays: 30,
      kinds: ['refund', 'exchange', 'store_credit'],
      returnShipping: 'free',
      restockingFeePercent: 0,
      exclusions: ['Food, coffee and tea', 'Opened soap and cosmetics', 'Gift cards', 'Furniture made to measure'],
    },
  },
  shipping: {
    title: 'Shipping',
    body: `Orders placed before **noon** on a business day ship the same day from our warehouse in Oak Yard.

| Destination | Delivery time | Price | Free from |
|---|---|---|---|
| Germany, Austria | 1–2 business days | €4.90 | €50 |
| European Union | 2–5 business days | €7.90 | €50 |
| Rest of the world | 5–9 business days | from €12.90, by weight | €180 |

- Outside the European Union, you pay any customs duties.
- Tents, rugs and tables are delivered by a carrier who calls ahead.
- Pickup at Hazel Street is free. Orders are usually ready in two hours.

You get a tracking link as soon as your package ships. If it is more than three days late, contact us and we will look for it.`,
  },
  privacy: {
    title: 'Privacy',
    body: `We collect what we need to send you a package, and nothing more.

## What we keep

- **Your order**: name, address, email and what you bought, for ten years, as tax law requires.
- **Your account**, if you have one: until you delete it.
- **Your messages** to us: for two years after the last reply.

Card numbers never reach us; they go to the payment provider.

## Who we share it with

The carrier gets your address and the payment provider gets the amount. We share it with nobody else and never sell it.

## Your rights

Email [privacy@hazel-and-oak.example](mailto:privacy@hazel-and-oak.example) to see what we store about you and to have it corrected, exported or deleted. You can also complain to your data protection authority.`,
  },
  terms: {
    title: 'Terms of sale',
    body: `These terms apply between you and Hazel & Oak (a shop invented for this demonstration) when you buy here.

1. **The contract.** Our products are an invitation to order. Your order is an offer; we accept it when we email you that it has shipped.
2. **Prices** include value added tax where it is due. You pay the price shown when you ordered.
3. **Payment** is due when you order. We charge cards only when the goods ship.
4. **Delivery** is described in our shipping policy. If we cannot deliver an item, we tell you at once and refund it.
5. **Ownership** passes to you when the goods are paid for.
6. **Defects.** You have your statutory rights for two years.
7. **Knives** and other age-restricted items are sold to adults only; the carrier checks your age.
8. **Law.** German law applies. It does not limit your consumer rights under the law of your own country.`,
  },
  cookies: {
    title: 'Cookies',
    body: `We set two cookies, and both are necessary:

| Name | Purpose | Duration |
|---|---|---|
| \`cart\` | Remembers what is in your cart | 30 days |
| \`session\` | Keeps you signed in | Until you sign out |

No analytics, no advertising, no third parties. That is why there is no cookie banner.`,
  },
  legal_notice: {
    title: 'Legal notice · Impressum',
    body: `**Hazel & Oak GmbH** *(invented for this demonstration)*
Haselstraße 12, 10115 Berlin, Deutschland

Geschäftsführung: Hazel Eichner
Handelsregister: Amtsgericht Musterstadt, HRB 000000
Umsatzsteuer-Identifikationsnummer: DE000000000

Telefon: +49 30 5550 0100 · E-Mail: [hello@hazel-and-oak.example](mailto:hello@hazel-and-oak.example)

Verantwortlich für den Inhalt: Hazel Eichner, Anschrift wie oben.

We are neither willing nor obliged to take part in dispute resolution before a consumer arbitration board.`,
  },
}

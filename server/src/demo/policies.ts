import type { PolicyDraft, PolicyKind } from '../modules/policies/schemas.ts'

/** Texts for a fictional shop, not for use in a real one. */
export const POLICIES: Record<PolicyKind, PolicyDraft> = {
  refund: {
    title: 'Returns and refunds',
    body: `Changed your mind? Send it back within **30 days** of delivery and get your money back. No reason is needed.

## How it works

1. Tell us at [hello@hazel-and-oak.example](mailto:hello@hazel-and-oak.example) which things come back, with the number of your order.
2. We send you a label by e-mail. The way back is free within the European Union.
3. Put things back as you found them: unworn, unwashed, with their tags.
4. We refund the price within **five working days** after the parcel has arrived, the way you paid. You may also choose another size, or credit for the shop.

## What can't come back

- Food, coffee and tea, once sent
- Soap and cosmetics, once opened
- Gift cards
- Furniture made to measure

## Broken or wrong?

Send us a picture within **14 days**. We replace it or refund it, whatever you prefer, and you keep the pieces. Your rights by law are not touched by any of this.`,
    returnTerms: {
      windowDays: 30,
      kinds: ['refund', 'exchange', 'store_credit'],
      returnShipping: 'free',
      restockingFeePercent: 0,
      exclusions: [
        'Food, coffee and tea',
        'Soap and cosmetics that were opened',
        'Gift cards',
        'Furniture made to measure',
      ],
    },
  },
  shipping: {
    title: 'Shipping',
    body: `Orders that reach us before **noon** on a working day leave the same day, from our warehouse in Oak Yard.

| to | takes | costs | free from |
|---|---|---|---|
| Germany, Austria | 1–2 working days | €4.90 | €50 |
| European Union | 2–5 working days | €7.90 | €50 |
| rest of the world | 5–9 working days | from €12.90, by weight | €180 |

- Outside the European Union customs duties may be due; they are yours to pay.
- Tents, rugs and tables come with a carrier who calls before.
- You can collect orders at Hazel Street for nothing, usually after two hours.

You get a link to follow the parcel as soon as it leaves. Should it be late by more than three days, write to us and we look for it.`,
  },
  privacy: {
    title: 'Privacy',
    body: `We know what we need in order to send you a parcel, and we do not want to know more.

## What we keep

- **Your order**: name, address, e-mail and what you bought, for ten years, because tax law asks for it.
- **Your account**, if you made one: until you delete it.
- **Your messages** to us: for two years after the last answer.

Card numbers never reach us; they go to the payment provider.

## Whom we tell

The carrier gets your address, the payment provider the amount. Nobody else, and never for money.

## Your rights

Ask us at [privacy@hazel-and-oak.example](mailto:privacy@hazel-and-oak.example) what we hold about you, and have it corrected, handed over or deleted. You may also complain to your data protection authority.`,
  },
  terms: {
    title: 'Terms of sale',
    body: `These terms hold between Hazel & Oak (a shop made up for demonstration) and you, when you buy here.

1. **The contract.** What is shown is an invitation. Your order is an offer; it is accepted when we tell you by e-mail that it has been sent.
2. **Prices** include value added tax where it is due. The price is the one that was shown when you ordered.
3. **Payment** is due when you order. We charge a card only once the goods leave us.
4. **Delivery** is described on our page on shipping. If a thing can't be delivered we tell you at once and refund it.
5. **Ownership** passes to you when the goods are paid.
6. **Faults.** You have the rights that the law gives you for two years.
7. **Knives** and other things for adults are sold to adults; the carrier asks for your age.
8. **Law.** German law applies, without taking from you what the law of your own country gives you as a consumer.`,
  },
  cookies: {
    title: 'Cookies',
    body: `We set two, and both are needed:

| name | what for | how long |
|---|---|---|
| \`cart\` | remembers what is in your cart | 30 days |
| \`session\` | keeps you signed in | until you sign out |

No counting, no advertising, nothing from third parties. That is why there is no banner to click away.`,
  },
  'legal-notice': {
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

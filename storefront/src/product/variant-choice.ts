import type { PublicProduct, PublicVariant } from '@storedesk/sdk'

/** The variant of the address, or the first one that can be bought. */
export const initialVariant = ({ variants }: PublicProduct, variantId: string | null): PublicVariant | undefined =>
  variants.find(({ id }) => id === variantId) ?? variants.find(({ available }) => available) ?? variants[0]

/**
 * The variant that a click on a value leads to: the one with all other values unchanged, if it exists, or else one with
 * this value, preferably one that can be bought.
 */
export function variantWith(
  { variants }: PublicProduct,
  current: PublicVariant | undefined,
  name: string,
  value: string,
): PublicVariant | undefined {
  const candidates = variants.filter(({ options }) => options[name] === value)
  const exact = candidates.find(({ options }) =>
    Object.entries(options).every(([other, chosen]) => other === name || chosen === current?.options[other]),
  )
  return exact ?? candidates.find(({ available }) => available) ?? candidates[0]
}

import type { PublicProduct, PublicVariant } from '@storedesk/sdk'
import { variantWith } from './variant-choice.ts'

interface Props {
  product: PublicProduct
  variant: PublicVariant | undefined
  onChange: (variant: PublicVariant) => void
}

/** Buttons for every value. Sold-out values stay visible and can be chosen, so that nobody wonders where they went. */
export const VariantPicker = ({ product, variant, onChange }: Props) =>
  product.options.map(({ name, values }) => (
    <fieldset key={name} className="choice">
      <legend>
        {name}: <span>{variant?.options[name]}</span>
      </legend>
      <div className="choice-values">
        {values.map((value) => {
          const target = variantWith(product, variant, name, value)
          const isSoldOut = !target?.available
          return (
            <label key={value} className={isSoldOut ? 'choice-value choice-sold-out' : 'choice-value'}>
              <input
                type="radio"
                name={`option-${name}`}
                checked={variant?.options[name] === value}
                onChange={() => target && onChange(target)}
              />
              <span>
                {value}
                {isSoldOut ? <span className="visually-hidden"> (sold out)</span> : null}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  ))

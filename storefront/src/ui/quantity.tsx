interface Props {
  label: string
  value: number
  min?: number
  max: number
  onChange: (value: number) => void
}

export const Quantity = ({ label, value, min = 1, max, onChange }: Props) => (
  <fieldset className="quantity">
    <legend className="visually-hidden">{label}</legend>
    <button type="button" aria-label={`${label}: one less`} disabled={value <= min} onClick={() => onChange(value - 1)}>
      −
    </button>
    <output aria-label={label}>{value}</output>
    <button type="button" aria-label={`${label}: one more`} disabled={value >= max} onClick={() => onChange(value + 1)}>
      +
    </button>
  </fieldset>
)

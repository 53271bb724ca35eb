const NAMES = new Intl.DisplayNames('en', { type: 'currency' })

/** To choose from. */
export const CURRENCIES = Intl.supportedValuesOf('currency').map((code) => ({
  value: code,
  label: `${code}, ${NAMES.of(code)}`,
}))

const RUNS = /\d{12,19}/g

/** Whether there is one in it, also written in groups, or behind other words. */
export function holdsCardNumber(text: string): boolean {
  if (/^[\d\s.\-_]{12,}$/.test(text)) return true
  // As it stands, so that what is beside a number does not hide it, and without what parts its groups.
  return [text, text.replaceAll(/[\s.\-_]/g, '')].some((one) => one.match(RUNS)?.some(passesLuhn))
}

/** What all card numbers have in common: their last digit follows from the others. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

export const capitalize = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** An empty field is null. */
export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null

/** The name of a field in words: `staffNote` is "staff note". */
export const fieldWords = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

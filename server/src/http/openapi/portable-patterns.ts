/** Lookaround, back references, Unicode properties and code points differ between JavaScript, Python and RE2. */
const NOT_PORTABLE = /\(\?[=!<]|\\[pPuUkKcXQEGzZ]|\\[1-9]|\\x\{|[*+?}]\+/

/**
 * Clients compile the document's patterns in their own languages. A pattern that not all of them understand is left
 * out: the server checks it all the same.
 */
export const toPortablePattern = (pattern: string): string | undefined =>
  NOT_PORTABLE.test(pattern) ? undefined : pattern

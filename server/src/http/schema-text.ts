const texts = new WeakMap<object, string>()

/** What a compiled schema is known by. The same object is asked for with every mount of its routes, so it is written once. */
export function textOf(schema: object): string {
  let text = texts.get(schema)
  if (text === undefined) {
    text = JSON.stringify(schema)
    texts.set(schema, text)
  }
  return text
}

import { foldText } from './fold-text.ts'

/** The properties of schema.org and of product feeds that shops have options for. */
export const ATTRIBUTES = ['color', 'size', 'material', 'pattern'] as const
export type Attribute = (typeof ATTRIBUTES)[number]

/** In the languages of our storefronts, without accents. */
const NAMES: Record<Attribute, string[]> = {
  color: ['color', 'colour', 'farbe', 'couleur', 'colore', 'kleur', 'cor', 'farg', 'farve', 'kolor'],
  size: ['size', 'grosse', 'groesse', 'taille', 'talla', 'tamano', 'taglia', 'maat', 'tamanho', 'storlek'],
  material: ['material', 'stoff', 'matiere', 'materiau', 'materiale', 'materiaal', 'fabric'],
  pattern: ['pattern', 'muster', 'motif', 'estampado', 'fantasia', 'patroon', 'monster'],
}

const ATTRIBUTE_BY_NAME = new Map(
  ATTRIBUTES.flatMap((attribute) => NAMES[attribute].map((name) => [foldText(name), attribute] as const)),
)

export const findAttribute = (optionName: string): Attribute | undefined =>
  ATTRIBUTE_BY_NAME.get(foldText(optionName.trim()))

/** The values of a variant by property, such as `{color: 'Sky'}`. Of two options with the same meaning, the first counts. */
export function toAttributes(options: Record<string, string>): Partial<Record<Attribute, string>> {
  const attributes: Partial<Record<Attribute, string>> = {}
  for (const [name, value] of Object.entries(options)) {
    const attribute = findAttribute(name)
    if (attribute) attributes[attribute] ??= value
  }
  return attributes
}

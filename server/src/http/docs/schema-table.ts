import { escapeHtml } from '../../kit/escape-html.ts'
import { renderText } from './markdown-page.ts'
import { nameOf, type OpenApiDocument, resolveSchema, type SchemaObject } from './openapi-types.ts'

const MAX_DEPTH = 4

/** The fields of an object, with a table inside for objects that have no page of their own. */
export function fieldsTable(schema: SchemaObject, document: OpenApiDocument, depth = 0): string {
  const fields = fieldsOf(schema, document)
  const alternatives = alternativesOf(schema)
  if (fields.length === 0) return alternatives.length > 0 ? alternativesList(alternatives, document, depth) : ''
  const rows = fields.map(([name, field, isRequired]) => {
    const notes = [isRequired ? '<span class="required">required</span>' : '', ...constraintsOf(field)].filter(Boolean)
    return `<li><div><code class="name">${escapeHtml(name)}</code> <span class="type">${typeText(field)}</span> ${notes.join(' ')}</div>${
      field.description ? renderText(field.description) : ''
    }${nested(field, document, depth)}</li>`
  })
  return `<ul class="fields">${rows.join('')}</ul>`
}

function alternativesList(alternatives: SchemaObject[], document: OpenApiDocument, depth: number): string {
  const items = alternatives.map(
    (schema) => `<li><div><span class="type">${typeText(schema)}</span></div>${nested(schema, document, depth)}</li>`,
  )
  return `<p>One of:</p><ul class="fields">${items.join('')}</ul>`
}

/** Named objects are linked instead. */
function nested(field: SchemaObject, document: OpenApiDocument, depth: number): string {
  const inner = field.items && !field.items.$ref ? field.items : field
  if (inner.$ref || depth >= MAX_DEPTH) return ''
  const choices = alternativesOf(inner).filter((choice) => !choice.$ref && choice.properties)
  const tables = (inner.properties ? [inner] : choices).map((schema) => fieldsTable(schema, document, depth + 1))
  return tables.some(Boolean) ? `<details><summary>Fields</summary>${tables.join('<p>or</p>')}</details>` : ''
}

const alternativesOf = (schema: SchemaObject): SchemaObject[] => schema.anyOf ?? schema.oneOf ?? []

function fieldsOf(schema: SchemaObject, document: OpenApiDocument): [string, SchemaObject, boolean][] {
  const resolved = resolveSchema(schema, document)
  const own = Object.entries(resolved.properties ?? {}).map(([name, field]): [string, SchemaObject, boolean] => [
    name,
    field,
    resolved.required?.includes(name) ?? false,
  ])
  return [...own, ...(resolved.allOf ?? []).flatMap((part) => fieldsOf(part, document))]
}

/** `string`, `Cart[]`, `"open" | "closed"`; names are links. HTML. */
export function typeText(schema: SchemaObject): string {
  if (schema.$ref) {
    const name = escapeHtml(nameOf(schema))
    return `<a href="/docs/objects/${name}">${name}</a>`
  }
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' | ')
  const choices = alternativesOf(schema)
  if (choices.length > 0) return [...new Set(choices.map(typeText))].join(' | ')
  if (schema.allOf) return schema.allOf.map(typeText).join(' &amp; ')
  if (schema.type === 'array' || schema.items) return `array of ${schema.items ? typeText(schema.items) : 'anything'}`
  const format = schema.format ? ` (${escapeHtml(schema.format)})` : ''
  return `${escapeHtml([schema.type ?? 'any'].flat().join(' | '))}${format}`
}

function constraintsOf({ minimum, maximum, minLength, maxLength, maxItems, ...schema }: SchemaObject): string[] {
  const notes: string[] = []
  if (schema.default !== undefined) notes.push(`default <code>${escapeHtml(JSON.stringify(schema.default))}</code>`)
  if (minimum !== undefined && maximum !== undefined) notes.push(`${minimum} to ${maximum}`)
  else if (minimum !== undefined) notes.push(`at least ${minimum}`)
  else if (maximum !== undefined) notes.push(`at most ${maximum}`)
  if (maxLength !== undefined) notes.push(`at most ${maxLength} characters`)
  else if (minLength !== undefined && minLength > 1) notes.push(`at least ${minLength} characters`)
  if (maxItems !== undefined) notes.push(`at most ${maxItems} items`)
  return notes.length > 0 ? [`<span class="note">${notes.join(', ')}</span>`] : []
}

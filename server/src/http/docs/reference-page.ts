import { escapeHtml } from '../../kit/escape-html.ts'
import type { Example } from './guides.ts'
import { codeBlock, renderText } from './markdown-page.ts'
import {
  type ApiOperation,
  type OpenApiDocument,
  type ParameterObject,
  resolveResponse,
  type SchemaObject,
} from './openapi-types.ts'
import { curlSample, sdkSample } from './samples.ts'
import { fieldsTable, typeText } from './schema-table.ts'

interface ReferenceOptions {
  document: OpenApiDocument
  examples: Record<string, Example>
  /** Where requests of this page go. */
  baseUrl: string
}

/** All operations of one section of the API. */
export function referencePage(
  { name, description }: { name: string; description: string },
  operations: ApiOperation[],
  options: ReferenceOptions,
): string {
  const list = operations.map(
    ({ operationId, method, path, summary }) =>
      `<li>${methodBadge(method)} <a href="#${operationId}"><code>${escapeHtml(path)}</code></a> <span>${escapeHtml(summary)}</span></li>`,
  )
  return `<h1>${escapeHtml(name)}</h1>
<p class="lead">${escapeHtml(description)}</p>
<ul class="operations">${list.join('')}</ul>
${operations.map((operation) => renderOperation(operation, options)).join('\n')}`
}

const methodBadge = (method: string): string => `<span class="method ${method.toLowerCase()}">${method}</span>`

function renderOperation(operation: ApiOperation, options: ReferenceOptions): string {
  const { operationId, method, path, summary, description, security } = operation
  const isOpen = security?.some((scheme) => 'workspace' in scheme)
  const example = options.examples[operationId]
  return `<section class="operation" id="${operationId}" data-method="${method}" data-path="${escapeHtml(example?.path ?? path)}">
<div class="about">
<h2><a href="#${operationId}">${escapeHtml(summary)}</a></h2>
<p class="route">${methodBadge(method)} <code>${escapeHtml(path)}</code></p>
<p class="note">${isOpen ? 'API key, or workspace ID in <a href="/docs/storefront">storefront mode</a>' : '<a href="/docs/authentication">API key</a>'} · <code>${operationId}</code></p>
${description ? renderText(description) : ''}
${renderParameters(operation, options.document)}
${renderBody(operation, options.document)}
${renderResponses(operation, options.document)}
</div>
<div class="samples">${example ? renderExample(operation, example, options.baseUrl) : ''}</div>
</section>`
}

const PLACES = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' } as const

function renderParameters({ resolved }: ApiOperation, document: OpenApiDocument): string {
  return Object.entries(PLACES)
    .map(([place, title]) => {
      const parameters = resolved.filter((parameter) => parameter.in === place)
      return parameters.length > 0 ? `<h3>${title}</h3>${fieldsTable(asObject(parameters), document)}` : ''
    })
    .join('')
}

const asObject = (parameters: ParameterObject[]): SchemaObject => ({
  properties: Object.fromEntries(
    parameters.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
})

function renderBody({ requestBody }: ApiOperation, document: OpenApiDocument): string {
  if (!requestBody) return ''
  const contents = Object.entries(requestBody.content).map(([type, { schema }]) => {
    const isJson = type === 'application/json'
    return `${isJson ? '' : `<p><code>${escapeHtml(type)}</code></p>`}${schema.$ref ? `<p class="type">${typeText(schema)}</p>` : ''}${fieldsTable(schema, document)}`
  })
  return `<h3>Body${requestBody.required ? '' : ' (optional)'}</h3>${contents.join('')}`
}

function renderResponses({ responses }: ApiOperation, document: OpenApiDocument): string {
  const success: string[] = []
  const errors: string[] = []
  for (const [status, reference] of Object.entries(responses)) {
    const { description, content = {} } = resolveResponse(reference, document)
    const [[type, media] = []] = Object.entries(content)
    if (Number(status) < 300) {
      const body = !media ? 'no body' : type === 'application/json' ? typeText(media.schema) : `<code>${type}</code>`
      const fields = media && !media.schema.$ref ? fieldsTable(media.schema, document) : ''
      success.push(`<p><code>${status}</code> <span class="type">${body}</span></p>${fields}`)
    } else {
      const code = media?.example?.error?.code
      const link = code ? ` <a href="/docs/errors#${code}"><code>${code}</code></a>` : ''
      errors.push(`<li><code>${status}</code> ${renderInline(description)}${link}</li>`)
    }
  }
  return `<h3>Response</h3>${success.join('')}
<details><summary>Errors</summary><ul class="errors">${errors.join('')}</ul></details>`
}

/** Without the paragraph around it. */
const renderInline = (text: string): string => renderText(text).replace(/^<p>([\s\S]*)<\/p>\n$/, '$1')

function renderExample(operation: ApiOperation, example: Example, baseUrl: string): string {
  const { status, response, responseType } = example
  const body =
    response === undefined
      ? ''
      : responseType
        ? codeBlock(String(response), responseType)
        : `<pre tabindex="0" data-language="json"><code>${highlightJson(response)}</code></pre>`
  return `<h3>curl</h3>${codeBlock(curlSample(operation, example, baseUrl), 'sh')}
<h3>SDK</h3>${codeBlock(sdkSample(operation, example), 'ts')}
<h3>Response ${status}</h3>${body || '<p class="note">No body.</p>'}`
}

const JSON_PARTS = /("(?:[^"\\]|\\.)*")(:?)|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g

function highlightJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  let html = ''
  let end = 0
  for (const match of text.matchAll(JSON_PARTS)) {
    const [part, string, colon] = match
    const kind = string === undefined ? 'value' : colon ? 'key' : 'string'
    html += `${escapeHtml(text.slice(end, match.index))}<span class="${kind}">${escapeHtml(part)}</span>`
    end = match.index + part.length
  }
  return html + escapeHtml(text.slice(end))
}

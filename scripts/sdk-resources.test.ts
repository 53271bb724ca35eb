import { describe, expect, it } from 'vitest'
import { sdkResources } from './sdk-resources.ts'

const responses = { 200: { content: { 'application/json': { schema: { type: 'object' } } } } }
const generate = (paths: object, components: object = {}) => sdkResources(JSON.stringify({ paths, components }))

describe('sdkResources', () => {
  it('takes the path parameters in order, then the body, then the options', () => {
    const operation = { operationId: 'carts.items.set', summary: 'Update an item', responses }
    const requestBody = { required: true, content: { 'application/json': {} } }
    const source = generate({ '/v1/carts/{id}/items/{lineId}': { put: { ...operation, requestBody } } })
    expect(source).toContain("'carts.items.set': 'PUT /v1/carts/{id}/items/{lineId} body'")
    const id = "'carts.items.set'"
    expect(source).toContain(
      `set(id: OperationParameter<${id}, 'id'>, lineId: OperationParameter<${id}, 'lineId'>, body: OperationBody<${id}>, options?: CallSettings): Promise<OperationResponse<${id}>>`,
    )
  })

  it('follows references to parameters and lists', () => {
    const parameters = [{ $ref: '#/components/parameters/Limit' }]
    const schema = { $ref: '#/components/schemas/CartList' }
    const list = {
      operationId: 'carts.list',
      parameters,
      responses: { 200: { content: { 'application/json': { schema } } } },
    }
    const source = generate(
      { '/v1/carts': { get: list } },
      {
        parameters: { Limit: { in: 'query', name: 'limit' } },
        schemas: { CartList: { properties: { data: { type: 'array' } } } },
      },
    )
    expect(source).toContain("'carts.list': 'GET /v1/carts query list'")
    expect(source).toContain("list(query?: OperationQuery<'carts.list'>, options?: CallSettings): List<")
  })

  it.each([
    ['a method that is also a resource', ['carts.items', 'carts.items.add']],
    ['a resource with the name of a client method', ['list.get']],
  ])('rejects %s', (_case, ids) => {
    const paths = Object.fromEntries(ids.map((operationId) => [`/${operationId}`, { get: { operationId, responses } }]))
    expect(() => generate(paths)).toThrow('method')
  })

  it('rejects a text body that the SDK would send as CSV', () => {
    const requestBody = { content: { 'text/css': {} } }
    const paths = { '/v1/theme': { put: { operationId: 'theme.replace', requestBody, responses } } }
    expect(() => generate(paths)).toThrow('text/css')
  })
})

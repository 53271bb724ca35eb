import type { operations } from './generated/api.ts'
import type { Page } from './pages.ts'

/** Turns the OpenAPI document's operations into the arguments and results of calls. */

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export interface CallSettings {
  /** Aborts the call, including a wait between two attempts; the call then throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** Per attempt; defaults to the client's setting. */
  timeoutMs?: number | undefined
  /** Defaults to the client's setting. */
  maxRetries?: number | undefined
  headers?: Record<string, string> | undefined
}

export interface PostSettings extends CallSettings {
  /**
   * Identifies this request: the server never processes the same key twice within 24 hours. Defaults to a random key.
   */
  idempotencyKey?: string | undefined
}

export type PathWith<Paths, M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends { [K in M]: object } ? Path : never
}[keyof Paths]

type Operation<Paths, Path extends keyof Paths, M extends Method> = Paths[Path][M & keyof Paths[Path]]

type ParametersIn<Op, Location extends string> = Op extends { parameters: infer Parameters }
  ? Parameters[Location & keyof Parameters]
  : undefined

/** Text, such as CSV, is a string. */
type DataIn<Content> = Content extends { content: infer Types }
  ? Types extends { 'application/json': infer Json }
    ? Json
    : keyof Types extends `text/${string}`
      ? string
      : undefined
  : undefined

/** A body that is not JSON is sent unchanged: text, or a Blob, which carries its own type. */
type RequestBody<Content> = Content extends { content: infer Types }
  ? Types extends { 'application/json': infer Json }
    ? Json
    : keyof Types extends `text/${string}`
      ? string | Blob
      : Blob
  : undefined

type BodyOf<Op> = 'requestBody' extends keyof Op ? RequestBody<Op['requestBody']> : undefined

/** Required, optional or forbidden, as the document declares it. */
type Field<Name extends string, Value> = [Exclude<Value, undefined>] extends [never]
  ? { [K in Name]?: never }
  : undefined extends Value
    ? { [K in Name]?: Exclude<Value, undefined> }
    : { [K in Name]: Value }

/** Headers that every request must have, such as the version of a protocol. */
type HeadersOf<Op> = Op extends { parameters: { header: infer Headers extends object } }
  ? { headers: Headers & Record<string, string> }
  : unknown

type Options<Op, M extends Method> = Field<'params', ParametersIn<Op, 'path'>> &
  Field<'query', ParametersIn<Op, 'query'>> &
  Field<'body', BodyOf<Op>> &
  HeadersOf<Op> &
  (M extends 'post' ? PostSettings : CallSettings)

export type CallOptions<Paths, Path extends keyof Paths, M extends Method> = Options<Operation<Paths, Path, M>, M>

/** The options argument is optional when all its fields are. */
export type Arguments<CallArgs> = Partial<CallArgs> extends CallArgs ? [options?: CallArgs] : [options: CallArgs]

type OkStatus = 200 | 201 | 202 | 203 | 204 | 206

type DataOf<Op> = Op extends { responses: infer Responses }
  ? { [Status in keyof Responses & OkStatus]: DataIn<Responses[Status]> }[keyof Responses & OkStatus]
  : never

export type ResponseData<Paths, Path extends keyof Paths, M extends Method> = DataOf<Operation<Paths, Path, M>>

export type Call<Paths, M extends Method> = <Path extends PathWith<Paths, M>>(
  path: Path,
  ...options: Arguments<CallOptions<Paths, Path, M>>
) => Promise<ResponseData<Paths, Path, M>>

/** Paths whose GET returns a page. */
export type ListPath<Paths> = {
  [Path in PathWith<Paths, 'get'>]: ResponseData<Paths, Path, 'get'> extends Page<unknown> ? Path : never
}[PathWith<Paths, 'get'>]

export type ItemOf<Paths, Path extends keyof Paths> =
  ResponseData<Paths, Path, 'get'> extends Page<infer Item> ? Item : never

export type OperationId = keyof operations

export type OperationParameter<
  Id extends OperationId,
  Name extends keyof ParametersIn<operations[Id], 'path'>,
> = ParametersIn<operations[Id], 'path'>[Name]

export type OperationQuery<Id extends OperationId> = Exclude<ParametersIn<operations[Id], 'query'>, undefined>

export type OperationBody<Id extends OperationId> = Exclude<BodyOf<operations[Id]>, undefined>

/**
 * What a call resolves with.
 *
 * @example
 * type Settings = OperationResponse<'taxes.settings.get'>
 */
export type OperationResponse<Id extends OperationId> = DataOf<operations[Id]>

export type RequiredHeaders<Id extends OperationId> = HeadersOf<operations[Id]>

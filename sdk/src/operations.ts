import type { Page } from './pages.ts'

/** What the OpenAPI document says of an operation, turned into the arguments and the result of a call. */

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export interface CallSettings {
  /** Ends the call, a wait between two attempts included; it then throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** For one attempt; the client's setting if not given. */
  timeoutMs?: number | undefined
  /** The client's setting if not given. */
  maxRetries?: number | undefined
  headers?: Record<string, string> | undefined
}

export interface PostSettings extends CallSettings {
  /** Your own name for this deed: the same key is never done twice within 24 hours. A random one if not given. */
  idempotencyKey?: string | undefined
}

export type PathWith<Paths, M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends { [K in M]: object } ? Path : never
}[keyof Paths]

type Operation<Paths, Path extends keyof Paths, M extends Method> = Paths[Path][M & keyof Paths[Path]]

type ParametersIn<Op, Location extends string> = Op extends { parameters: infer Parameters }
  ? Parameters[Location & keyof Parameters]
  : undefined

type JsonOf<Content> = Content extends { content: { 'application/json': infer Json } } ? Json : undefined

/** What is not JSON, such as an image, is sent as it is and says itself of what type it is. */
type RequestBody<Content> = Content extends { content: infer Types }
  ? Types extends { 'application/json': infer Json }
    ? Json
    : Blob
  : undefined

type BodyOf<Op> = 'requestBody' extends keyof Op ? RequestBody<Op['requestBody']> : undefined

/** Required, optional or forbidden, as the document has it. */
type Field<Name extends string, Value> = [Exclude<Value, undefined>] extends [never]
  ? { [K in Name]?: never }
  : undefined extends Value
    ? { [K in Name]?: Exclude<Value, undefined> }
    : { [K in Name]: Value }

type Options<Op, M extends Method> = Field<'params', ParametersIn<Op, 'path'>> &
  Field<'query', ParametersIn<Op, 'query'>> &
  Field<'body', BodyOf<Op>> &
  (M extends 'post' ? PostSettings : CallSettings)

export type CallOptions<Paths, Path extends keyof Paths, M extends Method> = Options<Operation<Paths, Path, M>, M>

/** The options may be left out where all of them may. */
export type Arguments<CallArgs> = Partial<CallArgs> extends CallArgs ? [options?: CallArgs] : [options: CallArgs]

type OkStatus = 200 | 201 | 202 | 203 | 204 | 206

export type ResponseData<Paths, Path extends keyof Paths, M extends Method> =
  Operation<Paths, Path, M> extends { responses: infer Responses }
    ? { [Status in keyof Responses & OkStatus]: JsonOf<Responses[Status]> }[keyof Responses & OkStatus]
    : never

export type Call<Paths, M extends Method> = <Path extends PathWith<Paths, M>>(
  path: Path,
  ...options: Arguments<CallOptions<Paths, Path, M>>
) => Promise<ResponseData<Paths, Path, M>>

/** The paths whose GET answers with a page. */
export type ListPath<Paths> = {
  [Path in PathWith<Paths, 'get'>]: ResponseData<Paths, Path, 'get'> extends Page<unknown> ? Path : never
}[PathWith<Paths, 'get'>]

export type ItemOf<Paths, Path extends keyof Paths> =
  ResponseData<Paths, Path, 'get'> extends Page<infer Item> ? Item : never

import { isLoopback, validateExternalUrl } from '../../kit/external-url.ts'

interface ModelUrlOptions {
  allowHttp: boolean
  allowLoopback?: boolean
  operatorModelUrl: string | undefined
}

/** Exactly this URL: a host may serve other things at other paths. */
export const isOperatorUrl = (url: string, operatorModelUrl: string | undefined): boolean =>
  operatorModelUrl !== undefined && url.replace(/\/+$/, '') === operatorModelUrl

/** What is wrong with the URL of a model; undefined when it may be used. */
export function validateModelUrl(
  url: string,
  { allowHttp, allowLoopback, operatorModelUrl }: ModelUrlOptions,
): string | undefined {
  if (isOperatorUrl(url, operatorModelUrl)) return undefined
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  if (allowLoopback && isLoopback(host)) return undefined
  const error = validateExternalUrl(url, { allowHttp })
  return error && `${error}, or the URL of a model that the operator of this server allows`
}

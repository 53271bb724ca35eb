import { isLoopback, validateExternalUrl } from '../../kit/external-url.ts'

interface UrlOptions {
  allowHttp: boolean
  allowLoopback: boolean
}

/**
 * What is wrong with the URL of a webhook endpoint; undefined when it may be used. Where a name leads is known only when
 * it is resolved, so the address is checked again with each connection.
 */
export function validateWebhookUrl(text: string, { allowHttp, allowLoopback }: UrlOptions): string | undefined {
  const url = URL.parse(text)
  if (url && isThisMachine(url)) return allowLoopback ? undefined : LOOPBACK
  const error = validateExternalUrl(text, { allowHttp })
  if (error) return error
  const { hostname, port } = url as URL
  // Such a name exists only in a private network.
  if (!hostname.replace(/\.$/, '').includes('.') && !hostname.startsWith('[')) return 'must have a public host name'
  // Mail, remote shells, name servers: whoever listens there must not get our requests as commands.
  if (port !== '' && Number(port) < 1024 && port !== '80' && port !== '443') {
    return 'must have the port 80, 443, or one above 1023'
  }
  return undefined
}

const LOOPBACK =
  'must have a public address. To receive webhooks on this machine, start the server with WEBHOOK_ALLOW_LOOPBACK=on'

const isThisMachine = ({ protocol, hostname, username, password }: URL): boolean =>
  (protocol === 'http:' || protocol === 'https:') &&
  username + password === '' &&
  (hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, '')))

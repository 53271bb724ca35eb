import type { lookup } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { openExternalServer } from '../../../test/external-server.ts'
import { openShop } from '../../../test/open-shop.ts'
import { httpWebhookReceiver } from '../../integrations/webhooks/http-webhook-receiver.ts'
import { validateWebhookUrl } from '../../integrations/webhooks/webhook-url.ts'

const https = (...hosts: string[]) => hosts.map((host) => `https://${host}/hook`)

/** Rejected when the endpoint is created. */
const FORGED_URLS: Record<string, string[]> = {
  'another scheme': [
    ...['ftp://example.com/', 'file:///etc/passwd', 'gopher://example.com/', 'javascript:alert(1)', 'data:text/html,x'],
    ...['ws://example.com/', 'ldap://example.com/', 'dict://example.com:11211/', 'ssh://example.com/'],
    ...['http://example.com/', '//example.com/', 'example.com', 'https:', ''],
  ],
  'an IPv4 address of a private network': https(
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
    ...['169.254.169.254', '100.64.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
    ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '192.88.99.1'],
  ),
  'one in another notation': https(
    ...['127.1', '127.0.1', '2130706433', '017700000001', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '0x7f.1', '0'],
    ...['127.0.0.1.', '012.0.0.1', '167772161', '0xa000001', '3232235521', '0300.0250.0.1', '192.168.257'],
    ...['2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '%31%32%37.0.0.1', '127%2E0%2E0%2E1'],
    ...['１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1'],
  ),
  'an IPv6 address that is not public': https(
    ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]'],
    ...['[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::1]', '[fe80::1]', '[fec0::1]'],
    ...['[fc00::1]', '[fd12:3456::1]', '[ff02::1]', '[100::1]', '[2001::1]', '[2001:db8::1]', '[2002:7f00:1::]'],
    ...['[3fff::1]', '[fe80::1%25eth0]'],
  ),
  'a name of a private network': https(
    ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ⓛocalhost', 'printer.local', 'db.internal'],
    ...['metadata.google.internal', 'api.default.svc.cluster.local', 'postgres', 'postgres.', 'intranet'],
  ),
  'a user name, or one that looks like the host': [
    ...['https://user@example.com/', 'https://user:password@example.com/', 'https://:password@example.com/'],
    ...['https://example.com@127.0.0.1/', 'https://127.0.0.1@example.com/', 'https://example.com%40127.0.0.1/'],
    ...['https://example.com#@127.0.0.1/', 'https://example.com\\@127.0.0.1/', 'https:\\\\127.0.0.1\\'],
  ],
  'a port of another protocol': [0, 21, 22, 23, 25, 53, 110, 143, 445, 465, 587].map(
    (port) => `https://example.com:${port}/`,
  ),
  'white space': [
    'https://exa mple.com/',
    'https://127.0.0\t.1/',
    'https://example.com/\r\nx-header: 1',
    ' https://10.0.0.1',
  ],
}
const FORGED = Object.entries(FORGED_URLS).flatMap(([why, urls]) => urls.map((url) => [why, url] as const))

/** Names that only the DNS knows to be private: rejected when the connection is opened. */
const PRIVATE_NAMES: Record<string, string[]> = {
  'loopback.example.com': ['127.0.0.1'],
  'other-loopback.example.com': ['127.9.9.9'],
  'this-host.example.com': ['0.0.0.0'],
  'ten.example.com': ['10.1.2.3'],
  'sixteen.example.com': ['172.20.0.1'],
  'home.example.com': ['192.168.1.1'],
  'metadata.example.com': ['169.254.169.254'],
  'carrier.example.com': ['100.100.100.100'],
  'multicast.example.com': ['224.0.0.251'],
  'broadcast.example.com': ['255.255.255.255'],
  'loopback6.example.com': ['::1'],
  'any6.example.com': ['::'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'mapped-metadata.example.com': ['::ffff:169.254.169.254'],
  'translated.example.com': ['64:ff9b::7f00:1'],
  'unique-local.example.com': ['fd00::1'],
  'link-local.example.com': ['fe80::1'],
  'six-to-four.example.com': ['2002:7f00:1::1'],
  'teredo.example.com': ['2001:0:7f00:1::'],
  'first-public.example.com': ['93.184.215.14', '127.0.0.1'],
  'last-public.example.com': ['10.0.0.1', '93.184.215.14'],
  'public-and-v6.example.com': ['93.184.215.14', '::1'],
  'no-address.example.com': [],
  'not-an-address.example.com': ['localhost'],
}

const resolveTo = (addresses: () => string[]) =>
  ((_host: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(
      null,
      addresses().map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup

const { signal } = new AbortController()

describe('the URL of a webhook endpoint', () => {
  it('has a hundred forged or private forms, at least', () => {
    const forms = [...FORGED.map(([, url]) => url), ...Object.keys(PRIVATE_NAMES)]
    expect(new Set(forms).size).toBe(forms.length)
    expect(forms.length).toBeGreaterThanOrEqual(100)
  })

  it('is rejected when it is created or changed, if that can be seen by then', async () => {
    const { api, sandbox } = await openShop()
    const good = { url: 'https://example.com:8443/hook?x=1', events: ['*'] }
    const { id } = (await api.post('/v1/webhooks/endpoints', good)).body
    for (const [why, url] of FORGED) {
      const created = await api.post('/v1/webhooks/endpoints', { url, events: ['*'] })
      expect([why, url, created.status, created.body.error?.details?.[0]?.path]).toEqual([why, url, 400, '/url'])
    }
    for (const url of ['https://2130706433/', 'http://example.com/', 'https://example.com:25/']) {
      expect([url, (await api.patch(`/v1/webhooks/endpoints/${id}`, { url })).status]).toEqual([url, 400])
    }
    expect((await api.get('/v1/webhooks/endpoints')).body.data).toMatchObject([{ id, url: good.url }])
    // The sandbox allows http, and nothing else.
    const inSandbox = async (url: string) =>
      (await sandbox.post('/v1/webhooks/endpoints', { url, events: ['*'] })).status
    expect(await inSandbox('http://example.com/')).toBe(201)
    for (const url of ['http://10.0.0.1/', 'http://localhost/', 'http://[::1]/']) expect(await inSandbox(url)).toBe(400)
  })

  it.each(FORGED.filter(([, url]) => URL.canParse(url)))(
    'is checked again before it is used: %s, %s',
    async (_why, url) => {
      const receiver = httpWebhookReceiver({ url, allowHttp: false, lookup: resolveTo(() => ['127.0.0.1']) })
      await expect(receiver.post('{}', {}, signal)).rejects.toThrow(
        /URL must|public IP address|host name|Invalid|Protocol/,
      )
    },
  )

  it('is rejected when its name has no public address', async () => {
    const { url, requests } = await openExternalServer((response) => void response.end())
    for (const [host, addresses] of Object.entries(PRIVATE_NAMES)) {
      const forged = `http://${host}:${new URL(url).port}/`
      expect(validateWebhookUrl(forged, { allowHttp: true, allowLoopback: false })).toBeUndefined()
      const receiver = httpWebhookReceiver({ url: forged, allowHttp: true, lookup: resolveTo(() => addresses) })
      await expect(receiver.post('{}', {}, signal)).rejects.toThrow(`${host} does not have a public IP address.`)
    }
    expect(requests).toEqual([])
  })

  it('is resolved for each connection: a name that becomes private later is rejected', async () => {
    const { url, requests } = await openExternalServer((response) => {
      response.setHeader('connection', 'close')
      response.end()
    })
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const rebound = `http://rebinding.example.com:${new URL(url).port}/`
    const lookup = resolveTo(() => answers.shift() ?? [])
    const receiver = httpWebhookReceiver({ url: rebound, allowHttp: true, allowLoopback: true, lookup })
    expect((await receiver.post('{}', {}, signal)).status).toBe(200)
    await expect(receiver.post('{}', {}, signal)).rejects.toThrow('does not have a public IP address')
    expect([requests.length, answers.length]).toEqual([1, 0])
  })

  it('can’t lead elsewhere by a redirect', async () => {
    const inner = await openExternalServer((response) => void response.end('internal'))
    const outer = await openExternalServer((response) => void response.writeHead(307, { location: inner.url }).end())
    const receiver = httpWebhookReceiver({ url: outer.url, allowHttp: true, allowLoopback: true })
    expect(await receiver.post('{}', {}, signal)).toMatchObject({ status: 307, body: '' })
    expect([outer.requests.length, inner.requests.length]).toEqual([1, 0])
  })

  it('may be on this machine only if the operator allows it', () => {
    const local = ['http://localhost:3000/hook', 'http://127.0.0.1:3000/', 'https://[::1]/']
    const errors = (allowLoopback: boolean) =>
      local.map((url) => validateWebhookUrl(url, { allowHttp: false, allowLoopback }))
    expect(errors(true)).toEqual([undefined, undefined, undefined])
    expect(errors(false).every(Boolean)).toBe(true)
    for (const url of ['http://10.0.0.1/', 'http://user@localhost/', 'ftp://localhost/']) {
      expect([url, validateWebhookUrl(url, { allowHttp: true, allowLoopback: true })]).toEqual([
        url,
        expect.any(String),
      ])
    }
  })

  it('gets no more than a bit of time and memory', async () => {
    const endless = await openExternalServer((response) => {
      response.writeHead(200)
      const write = () => {
        while (response.write('x'.repeat(16_384)) && !response.destroyed);
      }
      response.on('drain', write)
      write()
    })
    const silent = await openExternalServer(() => {})
    const at = (url: string) => httpWebhookReceiver({ url, allowHttp: true, allowLoopback: true, timeoutMs: 200 })
    expect((await at(endless.url).post('{}', {}, signal)).body).toHaveLength(1000)
    await expect(at(silent.url).post('{}', {}, signal)).rejects.toThrow('No response within 0.2 s.')
  })
})

import { describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'

describe('parseConfig', () => {
  it('has a default for everything', () => {
    expect(parseConfig({})).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://127.0.0.1:8080',
      ROLE: 'all',
      LOG_LEVEL: 'info',
      REQUEST_TIMEOUT_SECONDS: 15,
      DEMO: 'on',
      TRUSTED_PROXIES: [],
      DATABASE_URL: undefined,
    })
  })

  it('prefers the environment over .env, and treats an empty value as unset', () => {
    const config = parseConfig({ PORT: '9000', LOG_LEVEL: '' }, { PORT: '9001', HOST: '::1' })
    expect(config).toMatchObject({ PORT: 9000, HOST: '::1', PUBLIC_URL: 'http://[::1]:9000', LOG_LEVEL: 'info' })
  })

  it.each(['0', '601', '1.5', 'long'])('rejects REQUEST_TIMEOUT_SECONDS=%s', (value) => {
    expect(() => parseConfig({ REQUEST_TIMEOUT_SECONDS: value })).toThrow(
      `REQUEST_TIMEOUT_SECONDS must be a number of seconds from 1 to 600, not "${value}".`,
    )
    expect(parseConfig({ REQUEST_TIMEOUT_SECONDS: '120' }).REQUEST_TIMEOUT_SECONDS).toBe(120)
  })

  it('reports all errors together, each in one sentence that says what is expected', () => {
    const wrong = { PORT: '80a', HOST: 'nowhere', ROLE: 'chief', TRUSTED_PROXIES: '10.0.0.0/99', PUBLIC_URL: 'shop' }
    let message = ''
    try {
      parseConfig(wrong, { PROT: '1' })
    } catch (error) {
      message = (error as Error).message
    }
    expect(message.split('\n')).toEqual([
      expect.stringContaining('PROT is not a setting of Storedesk'),
      'PORT must be a port from 1 to 65535, not "80a".',
      'HOST must be an IP address such as 127.0.0.1 or 0.0.0.0, not "nowhere".',
      'PUBLIC_URL must be a URL such as https://shop.example.com, not "shop".',
      'ROLE must be one of all, api, worker, not "chief".',
      'TRUSTED_PROXIES must list IP addresses or CIDR ranges such as 10.0.0.0/8, not "10.0.0.0/99".',
    ])
  })

  it.each(['/store', '/?shop=1', '/#top'])('refuses a public URL with more than a host: %s', (path) => {
    expect(() => parseConfig({ PUBLIC_URL: `https://shop.example.com${path}` })).toThrow(
      `PUBLIC_URL must be a URL without a path, such as https://shop.example.com, not "https://shop.example.com${path}".`,
    )
    expect(parseConfig({ PUBLIC_URL: 'https://Shop.example.com:8443/' }).PUBLIC_URL).toBe(
      'https://Shop.example.com:8443',
    )
  })

  it.each(['true', '1', '*', '10.0.0.0/0', '::/0'])('D7 refuses to trust everybody: TRUSTED_PROXIES=%s', (value) => {
    expect(() => parseConfig({ TRUSTED_PROXIES: value })).toThrow('TRUSTED_PROXIES must list')
  })

  it('ignores what clients of the API have in the same shell', () => {
    const clients = ['STOREDESK_KEY', 'STOREDESK_API_KEY', 'STOREDESK_WORKSPACE_ID', 'STOREDESK_WEBHOOK_SECRET']
    expect(parseConfig(Object.fromEntries(clients.map((name) => [name, 'x']))).PORT).toBe(8080)
    for (const name of ['STOREDESK_PORT', 'STOREDESK_SECRET_KEY']) {
      expect(() => parseConfig({ [name]: '80' })).toThrow(`${name} is not a setting`)
    }
    expect(() => parseConfig({}, { STOREDESK_KEY: 'x' })).toThrow('STOREDESK_KEY is not a setting')
  })

  it('does not repeat a password', () => {
    expect(() => parseConfig({ DATABASE_URL: 'mysql://user:hunter2@host/db' })).toThrow(/^(?!.*hunter2)/)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { listEvents } from '../../../test/event-log.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { newId } from '../../kit/ids.ts'
import { findRecipient, findSigningKey } from './mailboxes.ts'
import {
  bounceAddress,
  isOwnMessageId,
  newMessageId,
  readBounceAddress,
  readTicketAddress,
  ticketAddress,
} from './thread-address.ts'

const MAILBOXES = '/v1/mailboxes'
const ctxOf = ({ server, live }: Shop) => ({ ...server.system, ...live, caller: { kind: 'system' } as const })

describe('mailboxes', () => {
  let shop: Shop
  let other: Shop
  beforeAll(async () => {
    shop = await openShop()
    other = await openShop()
  })

  it('are created, changed with If-Match and deleted, and show no secret', async () => {
    const address = `Help.${Date.now()}@Shop.Example`
    const created = await shop.api.post(MAILBOXES, {
      address,
      name: 'Help',
      provider: 'mailgun',
      signingKey: 'key-12345',
    })
    expect([created.status, created.body]).toMatchObject([
      201,
      {
        address: address.toLowerCase(),
        active: true,
        hasSigningKey: true,
        acknowledgment: { active: false, text: '' },
      },
    ])
    expect(created.body.inboundUrl).toMatch(new RegExp(`/hooks/email/mailgun/${created.body.id}\\.`))
    const { id } = created.body
    expect(JSON.stringify((await shop.api.get(`${MAILBOXES}/${id}`)).body)).not.toContain('key-12345')
    expect(await findSigningKey(ctxOf(shop), id)).toBe('key-12345')
    const { rows } = await shop.server.db.pool.query('select to_jsonb(m) as row from mailboxes m where id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain('key-12345')

    const stale = await shop.api.send('PATCH', `${MAILBOXES}/${id}`, { name: 'Late' }, { 'if-match': '"7"' })
    expect(stale.status).toBe(412)
    const changed = await shop.api.patch(`${MAILBOXES}/${id}`, { name: 'Team', acknowledgment: { active: true } })
    expect(changed.body).toMatchObject({
      name: 'Team',
      hasSigningKey: true,
      acknowledgment: { active: true, text: '' },
    })
    const replaced = await shop.api.post(`${MAILBOXES}/${id}/inbound-url`)
    expect(replaced.body.inboundUrl).not.toBe(created.body.inboundUrl)
    expect((await shop.api.send('DELETE', `${MAILBOXES}/${id}`)).status).toBe(204)
    expect((await shop.api.get(`${MAILBOXES}/${id}`)).status).toBe(404)
    const types = (await listEvents(shop)).map(([type]) => type)
    expect(types).toEqual(['mailbox.deleted', 'mailbox.updated', 'mailbox.updated', 'mailbox.created'])
  })

  it('have an address that no other mailbox of the installation has, and find its recipients', async () => {
    const address = `one.${Date.now()}@shop.example`
    const { body } = await shop.api.post(MAILBOXES, { address, name: 'One' })
    for (const caller of [shop.api, shop.sandbox, other.api]) {
      const taken = await caller.post(MAILBOXES, { address: address.toUpperCase(), name: 'Two' })
      expect([taken.status, taken.body.error.code]).toEqual([409, 'conflict'])
    }
    expect((await other.api.get(MAILBOXES)).body.data).toEqual([])
    const plus = address.replace('@', '+tk_x@')
    expect(await findRecipient(shop.server.system, plus)).toEqual({ ...shop.live, mailboxId: body.id })
    await shop.api.patch(`${MAILBOXES}/${body.id}`, { active: false })
    expect(await findRecipient(shop.server.system, address)).toBeUndefined()
    expect((await other.api.post(MAILBOXES, { address, name: 'Two' })).status).toBe(409)
    await shop.api.patch(`${MAILBOXES}/${body.id}`, { address: `renamed.${address}`, active: true })
    expect((await other.api.post(MAILBOXES, { address, name: 'Two' })).status).toBe(201)
  })

  it.each(['not an address', 'a+b@shop.example', 'a@b', 'a b@shop.example', '<a@shop.example>'])(
    'reject the address %s',
    async (address) => {
      const { status, body } = await shop.api.post(MAILBOXES, { address, name: 'One' })
      expect([status, body.error.details[0].path]).toEqual([400, '/address'])
    },
  )
})

describe('the address of a ticket', () => {
  const secretFor = (purpose: string) => `secret for ${purpose}`
  const here = { secretFor, environmentId: 'one' }
  const mailbox = { id: newId('mbx'), address: 'support@shop.example' }
  const ticketId = newId('tkt')

  it('names its ticket in its own mailbox only, in upper case too', () => {
    const address = ticketAddress(here, mailbox, ticketId)
    expect(address).toMatch(/^support\+tk_[0-9a-z]{38}@shop\.example$/)
    expect(readTicketAddress(here, mailbox, address)).toBe(ticketId)
    expect(readTicketAddress(here, mailbox, address.toUpperCase())).toBe(ticketId)
    expect(readTicketAddress({ ...here, environmentId: 'two' }, mailbox, address)).toBeUndefined()
    expect(readTicketAddress(here, { ...mailbox, id: newId('mbx') }, address)).toBeUndefined()
    expect(readTicketAddress(here, mailbox, address.replace('support+', 'sales+'))).toBeUndefined()
    const forged = address.replace(ticketId.slice(4), newId('tkt').slice(4))
    expect(readTicketAddress(here, mailbox, forged)).toBeUndefined()
    expect(readBounceAddress(here, mailbox, address)).toBeUndefined()
    expect(readTicketAddress(here, mailbox, mailbox.address)).toBeUndefined()
  })

  it('is the plain address when the signed one would be too long', () => {
    const long = { ...mailbox, address: `${'a'.repeat(40)}@shop.example` }
    expect(ticketAddress(here, long, ticketId)).toBe(long.address)
  })

  it('has siblings for bounces and Message-IDs', () => {
    const messageId = newId('msg')
    expect(readBounceAddress(here, mailbox, bounceAddress(here, mailbox, messageId))).toBe(messageId)
    const own = newMessageId(here, mailbox)
    expect(own).toMatch(/^[0-9a-z.]+@shop\.example$/)
    expect(isOwnMessageId(here, own)).toBe(true)
    expect(isOwnMessageId({ ...here, environmentId: 'two' }, own)).toBe(false)
    expect(isOwnMessageId(here, 'abc@shop.example')).toBe(false)
  })
})

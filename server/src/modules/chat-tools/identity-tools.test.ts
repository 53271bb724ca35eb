import { beforeAll, describe, expect, it } from 'vitest'
import { type CheckoutShop, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { placeOrder } from '../../../test/placed-order.ts'
import { newToolSession, readChatCode, useTool, visitorCtx } from '../../../test/sample-tools.ts'
import type { Ctx } from '../../ctx.ts'
import { runTool } from './chat-tools.ts'
import { findVerifiedEmail } from './identity-tools.ts'
import type { ToolSession } from './schemas.ts'

const ADA = 'ada@example.com'

let shop: CheckoutShop
let ctx: Ctx
beforeAll(async () => {
  shop = await openCheckoutShop()
  ctx = visitorCtx(shop)
})

const later = (minutes: number) => visitorCtx(shop, new Date(Date.now() + minutes * 60_000))
const check = (session: ToolSession, code: string, at = ctx) =>
  runTool(at, session, 'check_verification_code', { code })
const send = (session: ToolSession, email: string, at = ctx) =>
  runTool(at, session, 'send_verification_code', { email })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const newEmail = () => `${crypto.randomUUID()}@example.com`

describe('a verification code', () => {
  it('opens the orders of its address', async () => {
    const order = await placeOrder(shop)
    const session = newToolSession()
    const sent = await useTool(ctx, session, 'send_verification_code', { email: 'Ada@Example.com' })
    expect(sent).toMatchObject({ sentTo: 'a…@example.com' })
    const code = await readChatCode(shop, ADA)
    expect(await check(session, code)).toEqual({ ok: true, output: { email: ADA } })
    expect(session.verifiedEmail).toBe(ADA)
    expect((await useTool(ctx, session, 'get_order', { number: order.number })).order.number).toBe(order.number)
    expect(await check(session, code)).toMatchObject({ code: 'rejected' })
    const id = session.conversationId ?? ''
    expect([await findVerifiedEmail(ctx, id), await findVerifiedEmail(later(31), id)]).toEqual([ADA, undefined])
  })

  it('is sent to every address alike', async () => {
    const expectAlike = {
      ok: true,
      output: { sentTo: expect.stringContaining('…@example.com'), expiresAt: expect.any(String) },
    }
    expect(await send(newToolSession(), newEmail())).toEqual(expectAlike)
    expect(await send(newToolSession(), ADA)).toEqual(expectAlike)
  })

  it('has three attempts, exactly', async () => {
    const [session, email] = [newToolSession(), newEmail()]
    await send(session, email)
    const code = await readChatCode(shop, email)
    const attempts = await Promise.all(Array.from({ length: 12 }, () => check(session, wrong(code))))
    expect(attempts.every(({ ok }) => !ok)).toBe(true)
    const { rows } = await shop.server.db.pool.query('select attempts from chat_verification_codes where email = $1', [
      email,
    ])
    expect(rows).toEqual([{ attempts: 3 }])
    expect(await check(session, code)).toMatchObject({ ok: false, code: 'rejected' })
    expect(session.verifiedEmail).toBeNull()
  })

  it('works once, of any number of attempts at the same time', async () => {
    const [session, email] = [newToolSession(), newEmail()]
    await send(session, email)
    const code = await readChatCode(shop, email)
    const results = await Promise.all(Array.from({ length: 3 }, () => check(session, code)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('works neither in another conversation, nor in another workspace, nor after ten minutes', async () => {
    const [session, email] = [newToolSession(), newEmail()]
    await send(session, email)
    const code = await readChatCode(shop, email)
    const other = newToolSession()
    await send(other, newEmail())
    expect(await check(other, code)).toMatchObject({ ok: false })
    const sandbox = { ...ctx, ...shop.test }
    expect(await check(session, code, sandbox)).toMatchObject({ ok: false })
    expect(await check(session, code, later(11))).toMatchObject({ ok: false })
    expect(await check(session, code)).toMatchObject({ ok: true })
  })

  it('is replaced by the next one', async () => {
    const [session, email] = [newToolSession(), newEmail()]
    await send(session, email)
    const first = await readChatCode(shop, email)
    await send(session, email)
    const second = await readChatCode(shop, email)
    if (first !== second) expect(await check(session, first)).toMatchObject({ ok: false })
    expect(await check(session, second)).toMatchObject({ ok: true })
  })

  it('is sent three times per address and hour, and six times per conversation', async () => {
    const email = newEmail()
    const codes = await Promise.all(Array.from({ length: 5 }, () => send(newToolSession(), email)))
    expect(codes.filter(({ ok }) => ok)).toHaveLength(3)
    expect(codes.filter((result) => !result.ok && result.code === 'too_many_requests')).toHaveLength(2)
    expect(await send(newToolSession(), email, later(61))).toMatchObject({ ok: true })
    const session = newToolSession()
    const sends = await Promise.all(Array.from({ length: 8 }, () => send(session, newEmail())))
    expect(sends.filter(({ ok }) => ok)).toHaveLength(6)
    expect(await send(session, newEmail(), later(24 * 60))).toMatchObject({ code: 'too_many_requests' })
  })
})

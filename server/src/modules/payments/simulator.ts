import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { defineJob, enqueue } from '../../jobs/job.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Attempt, Authentication, OpenPayment, PaymentState, Payments } from '../../ports/payments.ts'
import * as queries from './simulator-queries.ts'
import { type Scenario, TEST_METHODS, testMethodOf } from './test-methods.ts'

export const SIMULATOR = 'simulator'
/** How long the bank thinks. */
const LATE_MS = 5000

/**
 * Takes no real money. It stands for somebody outside: it has tables of its own, which only its own transactions write, so that
 * what may go wrong between us and a bank can go wrong here too.
 */
export const simulatorFor = (ctx: Ctx): Payments => ({
  open: async () => ({ ref: newId('sim') }),
  clientSecretOf: async ({ ref }) => `${ref}_secret_${secretOf(ctx, ref)}`,
  confirm: (payment, attempt) => confirm(ctx, payment, attempt),
  read: async (payment) => stateOf(ctx, await queries.find(ctx, payment.ref)),
  cancel: async (payment) =>
    stateOf(ctx, (await queries.cancel(ctx, payment)) ?? (await queries.find(ctx, payment.ref))),
  capture: async ({ ref }, amount) =>
    stateOf(ctx, (await queries.capture(ctx, ref, amount)) ?? (await queries.find(ctx, ref))),
  refund: async ({ ref }, amount, key) => {
    const refunded = await queries.refund(ctx, ref, key, amount)
    return { ref: `${ref}:${key}`, status: refunded?.amount === amount ? 'done' : 'failed' }
  },
  readRefund: async ({ ref }, key) =>
    (await queries.findRefund(ctx, ref, key)) ? { ref: `${ref}:${key}`, status: 'done' } : undefined,
})

async function confirm(ctx: Ctx, payment: OpenPayment, attempt: Attempt): Promise<PaymentState> {
  const { key, returnUrl, authentication } = attempt
  const method = testMethodOf(attempt.method)
  const scenario = TEST_METHODS[method ?? '']
  if (!method || !scenario) {
    const known = Object.keys(TEST_METHODS).join(', ')
    throw invalidRequest(
      `Payments are simulated here, and there is no test method ${attempt.method}: use one of ${known}.`,
      [{ path: '/paymentMethod', message: 'is not a test method' }],
    )
  }
  if (authentication) {
    const decided = await queries.decide(ctx, payment.ref, 'needs_action', authentication.proof !== null)
    if (decided) return stateOf(ctx, decided)
  }
  const status = firstStatus(scenario, payment, authentication)
  const isDenied = authentication?.proof === null
  const decline = scenario.decline?.code ?? (isDenied ? 'authentication_failed' : null)
  const tried = await queries.tryToPay(ctx, payment, { status, method, key, decline, returnUrl })
  if (tried && scenario.late) await enqueue(ctx, decideJob, { ref: payment.ref }, { runAt: later(ctx) })
  if (tried && scenario.lost) throw new Error('The simulated answer of the bank was lost on its way')
  return stateOf(ctx, tried ?? (await queries.find(ctx, payment.ref)))
}

const later = (ctx: Ctx) => new Date(ctx.now.getTime() + LATE_MS)

function firstStatus({ late, asksBuyer, decline }: Scenario, { capture }: OpenPayment, asked?: Authentication) {
  if (late) return 'processing'
  if (asksBuyer && !asked) return 'needs_action'
  if (decline || asked?.proof === null) return 'needs_method'
  return capture === 'now' ? 'paid' : 'authorized'
}

function stateOf(ctx: Ctx, simulated: queries.Simulated | undefined): PaymentState {
  if (!simulated) return { status: 'needs_method', amount: 0, decline: null, actionUrl: null, method: null }
  const { ref, status, amount, method } = simulated
  const scenario = TEST_METHODS[method ?? '']
  return {
    status,
    amount,
    decline: status === 'needs_method' ? declineOf(simulated, scenario) : null,
    actionUrl: status === 'needs_action' ? `${ctx.publicUrl}/simulator/3ds/${ref}?token=${pageToken(ctx, ref)}` : null,
    method: scenario?.method ?? null,
    authentication: status === 'needs_action' ? ACQUIRER : null,
  }
}

/** Of a bank that there is not. */
const ACQUIRER = {
  acquirerBin: '000000',
  acquirerCountry: 'AT',
  acquirerMerchantId: 'simulated',
  merchantName: 'Simulated shop',
  directoryServer: 'visa',
} as const

const declineOf = ({ decline }: queries.Simulated, scenario: Scenario | undefined) =>
  scenario?.decline ?? {
    code: decline ?? 'card_declined',
    message: 'The buyer’s bank could not be sure that it was the buyer.',
    isRetryable: true,
  }

const secretOf = (ctx: Ctx, ref: string): string =>
  createHmac('sha256', ctx.secretFor('simulator')).update(`${ctx.environmentId}\n${ref}`).digest('base64url')

/** Names its environment, so that the page needs nothing else; nobody can write one. */
const pageToken = (ctx: Ctx, ref: string): string => `${ctx.environmentId}.${secretOf(ctx, `page ${ref}`)}`

export const decideJob = defineJob({
  name: 'payments.simulator.decide',
  payload: Type.Object({ ref: Type.String() }),
  run: (ctx, { ref }) =>
    transaction(ctx, async (ctx) => {
      const waiting = await queries.find(ctx, ref)
      const isGood = !TEST_METHODS[waiting?.method ?? '']?.decline
      const decided = await queries.decide(ctx, ref, 'processing', isGood)
      if (decided) await emit(ctx, 'payment.updated', { provider: SIMULATOR, ref })
    }),
})

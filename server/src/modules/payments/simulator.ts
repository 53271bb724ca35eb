import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { defineJob, enqueue } from '../../jobs/job.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import {
  type Attempt,
  type Authentication,
  type OpenPayment,
  type PaymentState,
  type Payments,
  type ProviderRefund,
  UNAUTHENTICATED,
} from '../../ports/payments.ts'
import { addressToken } from './address-token.ts'
import type { Acquirer } from './connection-schemas.ts'
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
  cancel: (payment) => cancel(ctx, payment),
  release: (payment) => cancel(ctx, payment),
  capture: async ({ ref }, amount) => {
    const captured = await queries.capture(ctx, ref, amount)
    if (scenarioOf(captured)?.lost) throw lost()
    return stateOf(ctx, captured ?? (await queries.find(ctx, ref)))
  },
  refund: ({ ref }, amount, key) => refund(ctx, ref, amount, key),
  readRefund: async ({ ref }, key) =>
    (await queries.findRefund(ctx, ref, key)) ? { ref: `${ref}:${key}`, status: 'done' } : undefined,
  // Nobody but us refunds what is simulated, and no bank disputes it.
  listRefunds: async () => [],
  listDisputes: async () => [],
  refundable: async ({ ref }) => (await queries.findRefundable(ctx, ref))?.amount ?? 0,
})

const cancel = async (ctx: Ctx, payment: OpenPayment): Promise<PaymentState> =>
  stateOf(ctx, (await queries.cancel(ctx, payment)) ?? (await queries.find(ctx, payment.ref)))

async function confirm(ctx: Ctx, payment: OpenPayment, attempt: Attempt): Promise<PaymentState> {
  const { key, returnUrl, authentication } = attempt
  const method = testMethodOf(attempt.method)
  const scenario = TEST_METHODS[method ?? '']
  if (!method || !scenario) {
    const known = Object.keys(TEST_METHODS).join(', ')
    // Not repeated: it may be what nobody should have sent.
    throw invalidRequest(`Payments are simulated here, and this is no test method: use one of ${known}.`, [
      { path: '/paymentMethod', message: 'is not a test method' },
    ])
  }
  if (authentication) {
    const decided = await queries.decide(ctx, payment.ref, 'needs_action', authentication.proof !== null)
    if (decided) return stateOf(ctx, decided)
  }
  const status = firstStatus(scenario, payment, authentication)
  const isDenied = authentication?.proof === null
  const decline = scenario.decline?.code ?? (isDenied ? 'authentication_failed' : null)
  const tryToPay = (ctx: Ctx) => queries.tryToPay(ctx, payment, { status, method, key, decline, returnUrl })
  const tried = scenario.late ? await decideLater(ctx, payment.ref, tryToPay) : await tryToPay(ctx)
  if (tried && scenario.lost) throw lost()
  return stateOf(ctx, tried ?? (await queries.find(ctx, payment.ref)))
}

/** Together: a payment whose decision nobody has asked for would stay undecided. */
const decideLater = (ctx: Ctx, ref: string, tryToPay: (ctx: Ctx) => Promise<queries.Simulated | undefined>) =>
  transaction(ctx, async (ctx) => {
    const tried = await tryToPay(ctx)
    if (tried) await enqueue(ctx, decideJob, { ref }, { runAt: later(ctx) })
    return tried
  })

async function refund(ctx: Ctx, ref: string, amount: number, key: string): Promise<ProviderRefund> {
  const scenario = scenarioOf(await queries.find(ctx, ref))
  if (scenario?.keepsMoney) {
    return { ref: `${ref}:${key}`, status: 'failed', failure: 'The simulated bank does not take the money back.' }
  }
  const isFirst = scenario?.lost && !(await queries.findRefund(ctx, ref, key))
  const refunded = await queries.refund(ctx, ref, key, amount)
  if (isFirst && refunded) throw lost()
  return { ref: `${ref}:${key}`, status: refunded?.amount === amount ? 'done' : 'failed' }
}

const lost = () => new Error('The simulated answer of the bank was lost on its way')

const scenarioOf = (simulated: queries.Simulated | undefined): Scenario | undefined =>
  TEST_METHODS[simulated?.method ?? '']

const later = (ctx: Ctx) => new Date(ctx.now.getTime() + LATE_MS)

function firstStatus({ late, asksBuyer, decline }: Scenario, { capture }: OpenPayment, asked?: Authentication) {
  if (late) return 'processing'
  if (asksBuyer && !asked) return 'needs_action'
  if (decline || asked?.proof === null) return 'needs_method'
  return capture === 'now' ? 'paid' : 'authorized'
}

function stateOf(ctx: Ctx, simulated: queries.Simulated | undefined): PaymentState {
  if (!simulated)
    return {
      status: 'needs_method',
      amount: 0,
      captured: 0,
      decline: null,
      actionUrl: null,
      method: null,
      isTest: true,
    }
  const { ref, status, amount, captured } = simulated
  const scenario = scenarioOf(simulated)
  return {
    status,
    amount,
    captured,
    decline: status === 'needs_method' ? declineOf(simulated, scenario) : null,
    actionUrl: status === 'needs_action' ? pageOf(ctx, ref) : null,
    method: scenario?.method ?? null,
    isTest: true,
  }
}

const pageOf = (ctx: Ctx, ref: string) =>
  `${ctx.publicUrl}/simulator/3ds/${ref}?token=${addressToken(ctx, ctx.environmentId, pagePurpose(ref))}`

/** Of a bank that there is not. */
export const SIMULATED_ACQUIRER: Acquirer = {
  bin: '000000',
  country: 'AT',
  merchantId: 'simulated',
  merchantName: 'Simulated shop',
}

const declineOf = ({ decline }: queries.Simulated, scenario: Scenario | undefined) =>
  scenario?.decline ?? { ...UNAUTHENTICATED, code: decline ?? 'card_declined' }

const secretOf = (ctx: Ctx, ref: string): string =>
  createHmac('sha256', ctx.secretFor('simulator')).update(`${ctx.environmentId}\n${ref}`).digest('base64url')

/** For what the token in the address of a payment's page is good. */
export const pagePurpose = (ref: string): string => `simulated payment ${ref}`

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

import { createHmac } from 'node:crypto'
import { Type } from 'typebox'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { defineJob, enqueue } from '../../jobs/job.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { signUrlToken } from '../../kit/url-token.ts'
import {
  AUTHENTICATION_FAILED,
  type Authentication,
  type OpenPayment,
  type PaymentAttempt,
  type PaymentProvider,
  type PaymentState,
  type ProviderRefund,
} from '../../ports/payment-provider.ts'
import type { Acquirer } from './connection-schemas.ts'
import * as queries from './simulator-queries.ts'
import { type Scenario, TEST_METHODS, testMethodOf } from './test-methods.ts'

export const SIMULATOR = 'simulator'
/** How long the simulated bank takes to decide. */
const DECISION_DELAY_MS = 5000

/**
 * Takes no real money. It stands in for an external provider: its own transactions write its own tables, so that
 * anything that can go wrong between us and a bank can go wrong here too.
 */
export const simulatorFor = (ctx: Ctx): PaymentProvider => ({
  open: async () => ({ ref: newId('sim') }),
  getClientSecret: async ({ ref }) => `${ref}_secret_${secretOf(ctx, ref)}`,
  confirm: (payment, attempt) => confirm(ctx, payment, attempt),
  getState: async (payment) => stateOf(ctx, await queries.findPayment(ctx, payment.ref)),
  cancel: (payment) => cancel(ctx, payment),
  voidAuthorization: (payment) => cancel(ctx, payment),
  capture: async ({ ref }, amount) => {
    const captured = await queries.capturePayment(ctx, ref, amount)
    if (scenarioOf(captured)?.losesResponse) throw lostResponse()
    return stateOf(ctx, captured ?? (await queries.findPayment(ctx, ref)))
  },
  refund: ({ ref }, amount, key) => refund(ctx, ref, amount, key),
  findRefund: async ({ ref }, key) =>
    (await queries.findRefund(ctx, ref, key)) ? { ref: `${ref}:${key}`, status: 'done' } : undefined,
  // Simulated payments have no refunds but ours, and no disputes.
  listRefunds: async () => [],
  listDisputes: async () => [],
  getRefundableAmount: async ({ ref }) => (await queries.findRefundable(ctx, ref))?.amount ?? 0,
})

const cancel = async (ctx: Ctx, payment: OpenPayment): Promise<PaymentState> =>
  stateOf(ctx, (await queries.cancelPayment(ctx, payment)) ?? (await queries.findPayment(ctx, payment.ref)))

async function confirm(ctx: Ctx, payment: OpenPayment, attempt: PaymentAttempt): Promise<PaymentState> {
  const { key, returnUrl, authentication } = attempt
  const method = testMethodOf(attempt.method)
  const scenario = TEST_METHODS[method ?? '']
  if (!method || !scenario) {
    const methods = Object.keys(TEST_METHODS).join(', ')
    // Don't echo the value: it may be a card number.
    throw invalidRequest(`Payments are simulated. Use one of the test methods: ${methods}.`, [
      { path: '/paymentMethod', message: 'must be a test method' },
    ])
  }
  if (authentication) {
    const decided = await queries.decidePayment(ctx, payment.ref, 'requires_action', authentication.proof !== null)
    if (decided) return stateOf(ctx, decided)
  }
  const status = firstStatus(scenario, payment, authentication)
  const isDenied = authentication?.proof === null
  const decline = scenario.decline?.code ?? (isDenied ? 'authentication_failed' : null)
  const attemptPayment = (ctx: Ctx) => queries.attemptPayment(ctx, payment, { status, method, key, decline, returnUrl })
  const attempted = scenario.isDelayed
    ? await attemptAndScheduleDecision(ctx, payment.ref, attemptPayment)
    : await attemptPayment(ctx)
  if (attempted && scenario.losesResponse) throw lostResponse()
  return stateOf(ctx, attempted ?? (await queries.findPayment(ctx, payment.ref)))
}

/** In one transaction: without its job the payment would stay undecided. */
const attemptAndScheduleDecision = (
  ctx: Ctx,
  ref: string,
  attemptPayment: (ctx: Ctx) => Promise<queries.SimulatedPayment | undefined>,
) =>
  transaction(ctx, async (ctx) => {
    const attempted = await attemptPayment(ctx)
    if (attempted) await enqueue(ctx, simulatorDecisionJob, { ref }, { runAt: decisionTime(ctx) })
    return attempted
  })

async function refund(ctx: Ctx, ref: string, amount: number, key: string): Promise<ProviderRefund> {
  const scenario = scenarioOf(await queries.findPayment(ctx, ref))
  if (scenario?.failsRefunds) {
    return { ref: `${ref}:${key}`, status: 'failed', failure: 'The simulated bank declined the refund.' }
  }
  const isFirstAttempt = scenario?.losesResponse && !(await queries.findRefund(ctx, ref, key))
  const refunded = await queries.refundPayment(ctx, ref, key, amount)
  if (isFirstAttempt && refunded) throw lostResponse()
  return { ref: `${ref}:${key}`, status: refunded?.amount === amount ? 'done' : 'failed' }
}

const lostResponse = () => new Error('The simulated response of the bank was lost')

const scenarioOf = (payment: queries.SimulatedPayment | undefined): Scenario | undefined =>
  TEST_METHODS[payment?.method ?? '']

const decisionTime = (ctx: Ctx) => new Date(ctx.now.getTime() + DECISION_DELAY_MS)

function firstStatus(
  { isDelayed, requiresAction, decline }: Scenario,
  { captureMethod }: OpenPayment,
  authentication?: Authentication,
) {
  if (isDelayed) return 'processing'
  if (requiresAction && !authentication) return 'requires_action'
  if (decline || authentication?.proof === null) return 'requires_payment_method'
  return captureMethod === 'automatic' ? 'paid' : 'authorized'
}

function stateOf(ctx: Ctx, payment: queries.SimulatedPayment | undefined): PaymentState {
  if (!payment)
    return {
      status: 'requires_payment_method',
      amount: 0,
      captured: 0,
      decline: null,
      actionUrl: null,
      method: null,
      fingerprint: null,
      isTest: true,
    }
  const { ref, status, amount, captured } = payment
  const scenario = scenarioOf(payment)
  return {
    status,
    amount,
    captured,
    decline: status === 'requires_payment_method' ? declineOf(payment, scenario) : null,
    actionUrl: status === 'requires_action' ? challengeUrl(ctx, ref) : null,
    method: scenario?.method ?? null,
    fingerprint: scenario ? `test_${scenario.method.last4}` : null,
    isTest: true,
  }
}

const challengeUrl = (ctx: Ctx, ref: string) =>
  `${ctx.publicUrl}/simulator/3ds/${ref}?token=${signUrlToken(ctx, ctx.environmentId, challengePurpose(ref))}`

/** A bank that doesn't exist. */
export const SIMULATED_ACQUIRER: Acquirer = {
  bin: '000000',
  country: 'AT',
  merchantId: 'simulated',
  merchantName: 'Simulated shop',
}

const declineOf = ({ decline }: queries.SimulatedPayment, scenario: Scenario | undefined) =>
  scenario?.decline ?? { ...AUTHENTICATION_FAILED, code: decline ?? 'card_declined' }

const secretOf = (ctx: Ctx, ref: string): string =>
  createHmac('sha256', ctx.secretFor('simulator')).update(`${ctx.environmentId}\n${ref}`).digest('base64url')

/** Binds the token in the challenge URL to its payment. */
export const challengePurpose = (ref: string): string => `simulated payment ${ref}`

export const simulatorDecisionJob = defineJob({
  name: 'payments.simulator.decide',
  payload: Type.Object({ ref: Type.String() }),
  run: (ctx, { ref }) =>
    transaction(ctx, async (ctx) => {
      const payment = await queries.findPayment(ctx, ref)
      const isApproved = !TEST_METHODS[payment?.method ?? '']?.decline
      const decided = await queries.decidePayment(ctx, ref, 'processing', isApproved)
      if (decided) await emit(ctx, 'payment.updated', { provider: SIMULATOR, providerPaymentId: ref })
    }),
})

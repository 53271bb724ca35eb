import type { ApiClient } from '../open-shop.ts'
import type { RouteSamples } from './sandbox-sweep.ts'

const A_MACRO = {
  name: 'Thanks',
  body: 'Hi {{customer.firstName}}',
  actions: [{ type: 'add_tags', tags: ['thanked'] }],
}
const A_RULE = { name: 'Refunds', trigger: 'ticket_created', actions: [{ type: 'set_priority', priority: 'high' }] }
const BUSINESS_HOURS = {
  name: 'Office',
  timeZone: 'Europe/Vienna',
  intervals: [{ day: 'monday', start: '09:00', end: '17:00' }],
}
const A_POLICY = {
  name: 'Everyone',
  targets: { firstResponseMinutes: 60, nextResponseMinutes: null, resolutionMinutes: null },
}
const A_SURVEY = { active: true, delayMinutes: 60, subject: 'How did we do?', body: 'Tell us.' }
/** Nobody listens there. */
const NOBODYS_MODEL = { provider: 'openai', url: 'https://127.0.0.1:1/v1', name: 'small', key: 'sk-nobody' }
const A_REVIEW = { rating: 5, title: 'Light and airy' }
const AUTO_CLOSE = { active: true, pendingDays: 7 }

const create = async (caller: ApiClient, path: string, body: object): Promise<string> =>
  `${path}/${(await caller.post(path, body)).body.id}`
const aTicket = (caller: ApiClient) =>
  create(caller, '/v1/tickets', {
    subject: 'Where is my order?',
    requester: { email: 'ada@example.com' },
    message: { text: 'It should be here.' },
  })
const aMacroOfATicket = async (caller: ApiClient) =>
  (await aTicket(caller)) + (await create(caller, '/v1/macros', A_MACRO)).slice('/v1'.length)

/** How to call the routes of macros, rules, SLAs, surveys and the assistant. */
export const AUTOMATION_SAMPLES: Pick<RouteSamples, 'existing' | 'bodies'> = {
  existing: {
    '/v1/reviews/:id': (caller) => create(caller, '/v1/reviews', A_REVIEW),
    '/v1/macros/:id': (caller) => create(caller, '/v1/macros', A_MACRO),
    '/v1/tickets/:id/macros/:macroId/preview': async (caller) => `${await aMacroOfATicket(caller)}/preview`,
    '/v1/tickets/:id/macros/:macroId/apply': async (caller) => `${await aMacroOfATicket(caller)}/apply`,
    '/v1/ticket-rules/:id': (caller) => create(caller, '/v1/ticket-rules', A_RULE),
    '/v1/business-hours/:id': (caller) => create(caller, '/v1/business-hours', BUSINESS_HOURS),
    '/v1/sla-policies/:id': (caller) => create(caller, '/v1/sla-policies', A_POLICY),
    '/v1/tickets/:id/sla': async (caller) => `${await aTicket(caller)}/sla`,
    '/v1/ticket-slas': async (caller) => `/v1/ticket-slas?ticketIds=${(await aTicket(caller)).split('/').at(-1)}`,
  },
  bodies: {
    'POST /v1/macros': A_MACRO,
    'PATCH /v1/macros/:id': { name: 'Renamed' },
    'POST /v1/ticket-rules': A_RULE,
    'PATCH /v1/ticket-rules/:id': { name: 'Renamed' },
    'POST /v1/ticket-rules/dry-run': { trigger: 'ticket_created', actions: A_RULE.actions },
    'PUT /v1/ticket-rules/auto-close': AUTO_CLOSE,
    'POST /v1/business-hours': BUSINESS_HOURS,
    'PATCH /v1/business-hours/:id': { name: 'Renamed' },
    'POST /v1/sla-policies': A_POLICY,
    'PATCH /v1/sla-policies/:id': { name: 'Renamed' },
    'PUT /v1/csat-settings': A_SURVEY,
    'PUT /v1/review-settings': { ticketMaxRating: 3 },
    'POST /v1/reviews': A_REVIEW,
    'PUT /v1/assistant/settings': { name: 'Hazel' },
    'POST /v1/assistant/settings/test': { model: NOBODYS_MODEL },
  },
}

/** Something in each table of settings that a sandbox copies. */
export async function configureAutomation(caller: ApiClient, name: string): Promise<void> {
  await caller.post('/v1/macros', { ...A_MACRO, name })
  await caller.post('/v1/ticket-rules', { ...A_RULE, name })
  await caller.send('PUT', '/v1/ticket-rules/auto-close', { ...AUTO_CLOSE, pendingDays: name.length })
  const { body: hours } = await caller.post('/v1/business-hours', { ...BUSINESS_HOURS, name })
  await caller.post('/v1/sla-policies', { ...A_POLICY, name, businessHoursId: hours.id })
  await caller.send('PUT', '/v1/csat-settings', { ...A_SURVEY, subject: name })
  await caller.send('PUT', '/v1/review-settings', { ticketMaxRating: name.length % 5 })
  await caller.send('PUT', '/v1/assistant/settings', { name })
}

import type { Ctx } from '../ctx.ts'
import { createMacro } from '../modules/macros/macros.ts'
import type { NewMacro } from '../modules/macros/schemas.ts'
import { createHours } from '../modules/slas/business-hours/business-hours.ts'
import { createPolicy } from '../modules/slas/policies/policies.ts'

const MACROS: NewMacro[] = [
  {
    name: 'On its way',
    body: 'Hi {{customer.firstName}},\n\nyour order {{order.number}} is on its way. You will find the tracking link in your email.\n\n{{agent.name}}',
    actions: [{ type: 'add_tags', tags: ['shipping'] }],
  },
  {
    name: 'How to return',
    body: 'Hi {{customer.firstName}},\n\nput the item into its box and use the return label in your order. We refund it as soon as it is back.\n\n{{agent.name}}',
    actions: [{ type: 'add_tags', tags: ['return'] }],
  },
  {
    name: 'Ask for a photo',
    body: 'Hi {{customer.firstName}},\n\nI am sorry about that. Could you send us a photo of the damage? Then we find a solution right away.\n\n{{agent.name}}',
    actions: [{ type: 'set_priority', priority: 'high' }],
  },
]

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

/** Saved replies and targets. The sandbox gets a copy. */
export async function loadHelpDesk(ctx: Ctx): Promise<void> {
  for (const macro of MACROS) await createMacro(ctx, macro)
  const { id: businessHoursId } = await createHours(ctx, {
    name: 'Weekdays',
    timeZone: 'Europe/Berlin',
    intervals: WEEKDAYS.map((day) => ({ day, start: '09:00', end: '17:00' })),
  })
  await createPolicy(ctx, {
    name: 'Urgent',
    conditions: { priorities: ['urgent'] },
    targets: { firstResponseMinutes: 60, nextResponseMinutes: 120, resolutionMinutes: 960 },
    businessHoursId,
  })
  await createPolicy(ctx, {
    name: 'Everyone',
    targets: { firstResponseMinutes: 480, nextResponseMinutes: 960, resolutionMinutes: null },
    businessHoursId,
  })
}

import { type Static, Type } from 'typebox'
import { Id, NAME_PATTERN, Nullable, OneOf, Optional, SingleLine, Timestamp } from '../../kit/schema.ts'
import { TicketChannel, TicketPriority } from '../tickets/schemas.ts'

export const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export const MAX_BUSINESS_HOURS = 20
export const MAX_POLICIES = 50
/** Thirty days around the clock. */
const MAX_TARGET_MINUTES = 43_200

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: NAME_PATTERN })

const Interval = Type.Object({
  day: OneOf(DAYS),
  start: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: ['09:00'] }),
  end: Type.String({
    pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
    examples: ['17:30'],
    description: '`24:00` is the end of the day.',
  }),
})

const Holiday = Type.Object({
  date: Type.String({ format: 'date', examples: ['2026-12-25'] }),
  name: Optional(SingleLine(100)),
})

const hoursFields = {
  name: Name,
  timeZone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone.', examples: ['Europe/Berlin'] }),
  intervals: Type.Array(Interval, { minItems: 1, maxItems: 50, description: 'In local time. They must not overlap.' }),
  holidays: Type.Array(Holiday, { maxItems: 200, description: 'Whole days on which nobody works.' }),
}

export const NewBusinessHours = Type.Object({ ...hoursFields, holidays: Optional(hoursFields.holidays) })
export type NewBusinessHours = Static<typeof NewBusinessHours>

export const BusinessHoursChanges = Type.Object({
  name: Optional(hoursFields.name),
  timeZone: Optional(hoursFields.timeZone),
  intervals: Optional(hoursFields.intervals),
  holidays: Optional(hoursFields.holidays),
})
export type BusinessHoursChanges = Static<typeof BusinessHoursChanges>

const version = Type.Integer({ description: 'Increases with every change. Send it as `If-Match`.' })

export const BusinessHours = Type.Object({
  id: Id('bh'),
  ...hoursFields,
  version,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type BusinessHours = Static<typeof BusinessHours>

const Conditions = Type.Object(
  {
    priorities: Optional(Type.Array(TicketPriority, { minItems: 1, uniqueItems: true })),
    teamIds: Optional(Type.Array(Id('team'), { minItems: 1, maxItems: 50, uniqueItems: true })),
    channels: Optional(Type.Array(TicketChannel, { minItems: 1, uniqueItems: true })),
    customerTags: Optional(Type.Array(SingleLine(50), { minItems: 1, maxItems: 50, uniqueItems: true })),
  },
  { description: 'A ticket must match each list that is present. Without lists, the policy is for all tickets.' },
)

const TargetMinutes = (description: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum: MAX_TARGET_MINUTES }), { description })

const Targets = Type.Object({
  firstResponseMinutes: TargetMinutes('From the customer’s first message to the first reply by a person.'),
  nextResponseMinutes: TargetMinutes('From the oldest unanswered message to the next reply.'),
  resolutionMinutes: TargetMinutes(
    'From the creation of the ticket until it is resolved. Paused while the ticket is pending or snoozed.',
  ),
})

const policyFields = {
  name: Name,
  active: Type.Boolean(),
  conditions: Conditions,
  targets: Targets,
  businessHoursId: Nullable(Id('bh'), { description: 'Targets count within these hours. Null: around the clock.' }),
  warningMinutes: Nullable(Type.Integer({ minimum: 1, maximum: MAX_TARGET_MINUTES }), {
    description: 'Minutes before a target is missed. Null: when 80 % of the time have passed.',
  }),
}

export const NewSlaPolicy = Type.Object(
  {
    name: policyFields.name,
    targets: policyFields.targets,
    active: Optional(policyFields.active),
    conditions: Optional(policyFields.conditions),
    businessHoursId: Optional(policyFields.businessHoursId),
    warningMinutes: Optional(policyFields.warningMinutes),
    position: Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  },
  {
    examples: [
      {
        name: 'Urgent',
        conditions: { priorities: ['urgent'] },
        targets: { firstResponseMinutes: 60, nextResponseMinutes: 120, resolutionMinutes: 480 },
      },
    ],
  },
)
export type NewSlaPolicy = Static<typeof NewSlaPolicy>

export const SlaPolicyChanges = Type.Object({
  name: Optional(policyFields.name),
  targets: Optional(policyFields.targets),
  active: Optional(policyFields.active),
  conditions: Optional(policyFields.conditions),
  businessHoursId: Optional(policyFields.businessHoursId),
  warningMinutes: Optional(policyFields.warningMinutes),
  position: Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
})
export type SlaPolicyChanges = Static<typeof SlaPolicyChanges>

export const SlaPolicy = Type.Object({
  id: Id('sla'),
  ...policyFields,
  position: Type.Integer({ description: 'The first policy that matches a ticket applies.' }),
  version,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type SlaPolicy = Static<typeof SlaPolicy>

export const METRICS = ['first_response', 'next_response', 'resolution'] as const
export const SlaMetric = OneOf(METRICS)
export type SlaMetric = Static<typeof SlaMetric>

export const SLA_STATES = ['ok', 'warning', 'breached', 'paused', 'met'] as const
const SlaState = OneOf(SLA_STATES)
export type SlaState = Static<typeof SlaState>

export const SlaTarget = Type.Object({
  metric: SlaMetric,
  state: SlaState,
  targetMinutes: Type.Integer(),
  startedAt: Timestamp,
  dueAt: Nullable(Timestamp, { description: 'Null while the target is paused.' }),
  breachedAt: Nullable(Timestamp),
  completedAt: Nullable(Timestamp),
})
export type SlaTarget = Static<typeof SlaTarget>

export const TicketSla = Type.Object({
  ticketId: Id('tkt'),
  policyId: Nullable(Id('sla'), { description: 'Null if no policy applies.' }),
  state: Nullable(SlaState, {
    description: 'Of the targets that still count; once all are completed, whether one was missed.',
  }),
  nextDueAt: Nullable(Timestamp, { description: 'When the next target is due. In the past if it was missed.' }),
  targets: Type.Array(SlaTarget),
})
export type TicketSla = Static<typeof TicketSla>

export const BusinessHoursPath = Type.Object({ id: Id('bh') })
export const SlaPolicyPath = Type.Object({ id: Id('sla') })

export const TicketSlasQuery = Type.Object({
  ticketIds: Type.String({
    pattern: '^tkt_[0-9a-z]{26}(,tkt_[0-9a-z]{26}){0,99}$',
    description: 'Up to 100 IDs of tickets, separated by commas.',
    errorMessage: 'must be 1 to 100 IDs that start with tkt_, separated by commas',
  }),
})
export type TicketSlasQuery = Static<typeof TicketSlasQuery>

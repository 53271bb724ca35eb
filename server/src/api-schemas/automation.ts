import { eventSchemas } from '../events/event-schemas.ts'
import * as csat from '../modules/csat/schemas.ts'
import * as macros from '../modules/macros/schemas.ts'
import * as slas from '../modules/slas/schemas.ts'
import * as rules from '../modules/ticket-rules/schemas.ts'

const [setStatus, setPriority, assign, setTeam, addTags, removeTags, snooze] = macros.ticketActionShapes

/** Macros, rules, SLAs and satisfaction surveys of tickets. */
export const automationSchemas = {
  Macro: macros.Macro,
  NewMacro: macros.NewMacro,
  MacroChanges: macros.MacroChanges,
  MacroAction: macros.Macro.properties.actions.items,
  MacroAvailability: macros.Macro.properties.availability,
  SetStatusAction: setStatus,
  SetPriorityAction: setPriority,
  AssignAction: assign,
  SetTeamAction: setTeam,
  AddTagsAction: addTags,
  RemoveTagsAction: removeTags,
  SnoozeAction: snooze,
  MacroPreview: macros.MacroPreview,
  AppliedMacro: macros.AppliedMacro,
  TicketRule: rules.TicketRule,
  NewTicketRule: rules.NewTicketRule,
  TicketRuleChanges: rules.TicketRuleChanges,
  TicketRuleConditions: rules.RuleConditions,
  TicketRuleCondition: rules.RuleConditions.properties.conditions.items,
  TicketRuleAction: rules.TicketRule.properties.actions.items,
  TagsOperator: rules.TagsOperator,
  LimitOperator: rules.LimitOperator,
  TicketRuleTrigger: rules.TicketRule.properties.trigger,
  TicketRuleDryRun: rules.RuleDryRun,
  TicketRuleDryRunResult: rules.RuleDryRunResult,
  AutoCloseSettings: rules.AutoCloseSettings,
  AutoCloseInput: rules.AutoCloseInput,
  BusinessHours: slas.BusinessHours,
  BusinessDay: slas.BusinessHours.properties.intervals.items.properties.day,
  BusinessInterval: slas.BusinessHours.properties.intervals.items,
  Holiday: slas.BusinessHours.properties.holidays.items,
  NewBusinessHours: slas.NewBusinessHours,
  BusinessHoursChanges: slas.BusinessHoursChanges,
  SlaPolicy: slas.SlaPolicy,
  NewSlaPolicy: slas.NewSlaPolicy,
  SlaPolicyChanges: slas.SlaPolicyChanges,
  SlaConditions: slas.SlaPolicy.properties.conditions,
  SlaTargets: slas.SlaPolicy.properties.targets,
  SlaState: slas.SlaTarget.properties.state,
  SlaMetric: slas.SlaMetric,
  SlaTarget: slas.SlaTarget,
  TicketSla: slas.TicketSla,
  CsatSettings: csat.CsatSettings,
  CsatSettingsInput: csat.CsatSettingsInput,
  CsatResponse: csat.CsatResponse,
  TicketSlaEventData: eventSchemas['ticket.sla_warning'],
}

import { eventSchemas } from '../events/event-schemas.ts'
import * as csat from '../modules/csat/schemas.ts'
import * as macros from '../modules/macros/schemas.ts'
import * as slas from '../modules/slas/schemas.ts'
import * as rules from '../modules/ticket-rules/schemas.ts'

/** Macros, rules, SLAs and satisfaction surveys of tickets. */
export const automationSchemas = {
  Macro: macros.Macro,
  NewMacro: macros.NewMacro,
  MacroChanges: macros.MacroChanges,
  MacroAction: macros.Macro.properties.actions.items,
  MacroPreview: macros.MacroPreview,
  AppliedMacro: macros.AppliedMacro,
  TicketRule: rules.TicketRule,
  NewTicketRule: rules.NewTicketRule,
  TicketRuleChanges: rules.TicketRuleChanges,
  TicketRuleConditions: rules.RuleConditions,
  TicketRuleCondition: rules.RuleConditions.properties.conditions.items,
  TicketRuleAction: rules.TicketRule.properties.actions.items,
  TicketRuleTrigger: rules.TicketRule.properties.trigger,
  TicketRuleDryRun: rules.RuleDryRun,
  TicketRuleDryRunResult: rules.RuleDryRunResult,
  AutoCloseSettings: rules.AutoCloseSettings,
  AutoCloseInput: rules.AutoCloseInput,
  BusinessHours: slas.BusinessHours,
  NewBusinessHours: slas.NewBusinessHours,
  BusinessHoursChanges: slas.BusinessHoursChanges,
  SlaPolicy: slas.SlaPolicy,
  NewSlaPolicy: slas.NewSlaPolicy,
  SlaPolicyChanges: slas.SlaPolicyChanges,
  SlaMetric: slas.SlaMetric,
  SlaTarget: slas.SlaTarget,
  TicketSla: slas.TicketSla,
  CsatSettings: csat.CsatSettings,
  CsatSettingsInput: csat.CsatSettingsInput,
  CsatResponse: csat.CsatResponse,
  TicketSlaEventData: eventSchemas['ticket.sla_warning'],
}

import * as emails from '../modules/emails/schemas.ts'
import * as exchanges from '../modules/orders/exchanges/schemas.ts'
import * as refunds from '../modules/orders/refunds/schemas.ts'
import * as segments from '../modules/segments/schemas.ts'
import * as actions from '../modules/ticket-actions/schemas.ts'
import * as reports from '../modules/ticket-reports/schemas.ts'

const { totals, groupBy } = reports.TicketReport.properties

/** What is done for the customer of a ticket, what it repeats of its own endpoints, and the reports. */
export const ticketActionSchemas = {
  TicketAction: actions.TicketAction,
  NewTicketAction: actions.NewTicketAction,
  TicketActionType: actions.TicketAction.properties.type,
  NewRefundMethod: refunds.NewRefund.properties.method,
  NewExchangeItem: exchanges.NewExchange.properties.items.items,
  OrderEmailKind: emails.NewEmail.properties.kind,
  SegmentNumberOperator: segments.NumberOperator,
  TicketReport: reports.TicketReport,
  TicketReportGrouping: groupBy,
  TicketTimes: totals.properties.firstResponse.anyOf[0],
  TicketBusinessTimes: totals.properties.firstResponse.anyOf[0].properties.business.anyOf[0],
  TicketSatisfaction: totals.properties.satisfaction.anyOf[0],
}

import * as inboundEvents from '../modules/connections/inbound-events/schemas.ts'
import * as connections from '../modules/connections/schemas.ts'

/** Providers and what they send. */
export const connectionSchemas = {
  Connection: connections.Connection,
  ConnectionInput: connections.ConnectionInput,
  ConnectionKind: connections.Connection.properties.kind,
  ConnectionManagedIn: connections.Connection.properties.managedIn.anyOf[0],
  ConnectionProvider: connections.ProviderName,
  ConnectionSettings: connections.Connection.properties.settings,
  InboundEvent: inboundEvents.InboundEvent,
  InboundEventDetails: inboundEvents.InboundEventDetails,
}

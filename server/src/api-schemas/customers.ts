import { eventSchemas } from '../events/event-schemas.ts'
import * as me from '../modules/customer-accounts/me/schemas.ts'
import * as accounts from '../modules/customer-accounts/schemas.ts'
import * as erasures from '../modules/customer-data/erasures/schemas.ts'
import * as merges from '../modules/customer-data/merges/schemas.ts'
import * as customers from '../modules/customers/schemas.ts'
import * as segments from '../modules/segments/schemas.ts'

/** Customers with their contacts, addresses, consents and notes. */
export const customerSchemas = {
  Customer: customers.Customer,
  NewCustomer: customers.NewCustomer,
  CustomerChanges: customers.CustomerChanges,
  CustomerEmail: customers.Customer.properties.emails.items,
  NewCustomerEmail: customers.NewCustomer.properties.emails.items,
  EmailAddress: customers.Customer.properties.emails.items.properties.address,
  CustomerPhone: customers.Customer.properties.phones.items,
  NewCustomerPhone: customers.NewCustomer.properties.phones.items,
  PhoneNumber: customers.Customer.properties.phones.items.properties.number,
  CustomerAddress: customers.Customer.properties.addresses.items,
  NewCustomerAddress: customers.NewCustomer.properties.addresses.items,
  CustomFields: customers.Customer.properties.customFields,
  ExternalId: customers.Customer.properties.externalIds.items,
  Consent: customers.Consent,
  NewConsent: customers.NewConsent,
  ConsentChannel: customers.Consent.properties.channel,
  ConsentState: customers.Consent.properties.state,
  LoginCode: accounts.LoginCode,
  NewLoginCode: accounts.NewLoginCode,
  LoginCodeExchange: accounts.LoginCodeExchange,
  CustomerTokens: accounts.CustomerTokens,
  CustomerRefreshToken: accounts.RefreshToken,
  CustomerProfile: me.CustomerProfile,
  CustomerProfileChanges: me.CustomerProfileChanges,
  OwnOrder: me.OwnOrder,
  OwnConsent: me.OwnConsent,
  Erasure: erasures.Erasure,
  Merge: merges.Merge,
  NewMerge: merges.NewMerge,
  MergeEventData: eventSchemas['customer.merged'],
  Note: customers.Note,
  NewNote: customers.NewNote,
  CustomerEventData: eventSchemas['customer.created'],
  Segment: segments.Segment,
  NewSegment: segments.NewSegment,
  SegmentChanges: segments.SegmentChanges,
  SegmentFilter: segments.Filter,
  SegmentGroup: segments.Group,
  SegmentCondition: segments.Condition,
  SegmentMatch: segments.Filter.properties.match,
  SegmentStatus: segments.Segment.properties.status,
  SegmentName: segments.NewSegment.properties.name,
  SegmentPreview: segments.SegmentPreview,
  SegmentAudit: segments.SegmentAudit,
  RfmGroup: customers.CustomersQuery.properties.rfm,
  RfmScore: customers.Customer.properties.rfm.anyOf[0].properties.recency,
  SegmentEventData: eventSchemas['segment.created'],
  SegmentMembersEventData: eventSchemas['segment.customer_joined'],
}

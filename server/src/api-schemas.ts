import { Type } from 'typebox'
import { assistantSchemas } from './api-schemas/assistant.ts'
import { automationSchemas } from './api-schemas/automation.ts'
import { catalogSchemas } from './api-schemas/catalog.ts'
import { chatSchemas } from './api-schemas/chat.ts'
import { connectionSchemas } from './api-schemas/connections.ts'
import { customerSchemas } from './api-schemas/customers.ts'
import { homeSchemas } from './api-schemas/home.ts'
import { orderSchemas } from './api-schemas/orders.ts'
import { pricingSchemas } from './api-schemas/pricing.ts'
import { shopifySchemas } from './api-schemas/shopify.ts'
import { ticketActionSchemas } from './api-schemas/ticket-actions.ts'
import { ticketSchemas } from './api-schemas/tickets.ts'
import { webhookSchemas } from './api-schemas/webhooks.ts'
import { eventSchemas, TypedEvent, typedEvents } from './events/event-schemas.ts'
import { Event } from './events/subscriber.ts'
import { Area } from './kit/areas.ts'
import { Currency, Money, NonNegativeMoney, PositiveMoney } from './kit/money.ts'
import { Actor, ErrorEnvelope, Id, Page } from './kit/schema.ts'
import * as agents from './modules/acp/schemas.ts'
import * as agentWebhooks from './modules/acp/webhook-schemas.ts'
import * as articles from './modules/articles/schemas.ts'
import * as catalog from './modules/catalog/schemas.ts'
import * as emails from './modules/emails/schemas.ts'
import * as limits from './modules/limits/schemas.ts'
import * as policies from './modules/policies/schemas.ts'
import * as theme from './modules/theme/schemas.ts'
import * as workspaces from './modules/workspaces/schemas.ts'

const ids = {
  AgentSessionId: Id('acps'),
  ArticleId: Id('art'),
  BusinessHoursId: Id('bh'),
  CartId: Id('cart'),
  CheckoutId: Id('chk'),
  CollectionId: Id('col'),
  ChatMessageId: Id('cmsg'),
  ConnectionId: Id('con'),
  ConsentId: Id('cns'),
  ConversationId: Id('conv'),
  CsatSurveyId: Id('csat'),
  CustomerAddressId: Id('adr'),
  CustomerId: Id('cus'),
  EmailId: Id('email'),
  ErasureId: Id('ers'),
  EventId: Id('evt'),
  FulfillmentId: Id('ful'),
  GiftCardId: Id('gc'),
  ImageId: Id('img'),
  ImportId: Id('imp'),
  InboundEventId: Id('ine'),
  LocationId: Id('loc'),
  MacroId: Id('mac'),
  MergeId: Id('mrg'),
  NoteId: Id('note'),
  OrderId: Id('ord'),
  PaymentId: Id('pay'),
  ProductId: Id('prod'),
  PromotionId: Id('promo'),
  RefundId: Id('rf'),
  ReturnId: Id('ret'),
  ReviewId: Id('rev'),
  SegmentId: Id('seg'),
  ShopifySyncChangeId: Id('syi'),
  ShopifySyncId: Id('syn'),
  ShippingProfileId: Id('sprof'),
  ShippingRateId: Id('rate'),
  ShippingZoneId: Id('zone'),
  SlaPolicyId: Id('sla'),
  TaxRegionId: Id('txr'),
  TeamId: Id('team'),
  TicketActionId: Id('tac'),
  TicketAttachmentId: Id('att'),
  TicketId: Id('tkt'),
  TicketMessageId: Id('msg'),
  TicketRuleId: Id('rule'),
  TicketStatusId: Id('tst'),
  UserId: Id('usr'),
  VariantId: Id('var'),
}

/** Names of shapes in the API's document. A shape that occurs twice needs one; a test finds those without. */
export const apiSchemas = {
  ...ids,
  ...typedEvents,
  ArticleEventData: eventSchemas['article.created'],
  ArticlePublicationEventData: eventSchemas['article.published'],
  CollectionEventData: eventSchemas['collection.created'],
  EmailEventData: eventSchemas['email.sent'],
  FulfillmentEventData: eventSchemas['order.fulfillment_updated'],
  GiftCardEndEventData: eventSchemas['gift_card.expired'],
  LocationEventData: eventSchemas['location.created'],
  PaymentFailureEventData: eventSchemas['order.capture_failed'],
  ProductEventData: eventSchemas['product.created'],
  PromotionEventData: eventSchemas['promotion.created'],
  ReturnEventData: eventSchemas['order.return_requested'],
  ReviewEventData: eventSchemas['review.created'],
  StockEventData: eventSchemas['inventory.out_of_stock'],
  Actor,
  Event,
  EventType: Event.properties.type,
  CurrencyCode: Currency,
  Area,
  Money,
  NonNegativeMoney,
  PositiveMoney,
  Version: catalog.Product.properties.version,
  NextCursor: Page(Type.Null()).properties.nextCursor,
  ErrorDetail: ErrorEnvelope.properties.error.properties.details.items,

  ReservationMaxPercent: workspaces.Workspace.properties.reservationMaxPercent,
  ReservationMaxUnits: workspaces.Workspace.properties.reservationMaxUnits,
  ReservationMinutes: workspaces.Workspace.properties.reservationMinutes,
  SearchLanguages: workspaces.Workspace.properties.searchLanguages,
  Language: workspaces.Workspace.properties.searchLanguages.items,
  Mode: workspaces.Workspace.properties.mode,
  Workspace: workspaces.Workspace,
  WorkspaceChanges: workspaces.WorkspaceChanges,
  Limits: limits.Limits,

  ...catalogSchemas,
  ...connectionSchemas,
  ...shopifySchemas,
  ...homeSchemas,

  Policy: policies.Policy,
  NewPolicy: policies.NewPolicy,
  PolicyVersion: policies.PolicyVersion,
  PolicyPreview: policies.PolicyPreview,
  PolicyPreviewRequest: policies.PolicyPreviewRequest,
  PolicyBody: policies.Policy.properties.body,
  PolicyKind: policies.Policy.properties.kind,
  ReturnTerms: policies.Policy.properties.returnTerms.anyOf[0],
  Article: articles.Article,
  ArticleSummary: articles.ArticleSummary,
  NewArticle: articles.NewArticle,
  ArticleChanges: articles.ArticleChanges,
  ArticleVersion: articles.ArticleVersion,
  ArticlePreview: articles.ArticlePreview,
  ArticlePreviewRequest: articles.ArticlePreviewRequest,
  ArticleBody: articles.Article.properties.body,
  ArticleTitle: articles.Article.properties.title,
  ArticleLocale: articles.Article.properties.locale,
  ArticleCategory: articles.Article.properties.category,
  ArticleTags: articles.Article.properties.tags,
  ArticlePosition: articles.Article.properties.position,
  ArticleStatus: articles.Article.properties.status,
  ArticleTextVersion: articles.Article.properties.currentVersion,
  Theme: theme.Theme,
  ThemeSettings: theme.ThemeSettings,
  ThemeBrand: theme.Theme.properties.brand,
  ThemeColors: theme.Theme.properties.colors,
  ThemeTypography: theme.Theme.properties.typography,
  ThemeShape: theme.Theme.properties.shape,
  ThemeNavigation: theme.Theme.properties.navigation,
  ThemeLocales: theme.Theme.properties.locales,
  ThemeCurrencies: theme.Theme.properties.currencies,
  ThemeBrandSettings: theme.ThemeSettings.properties.brand,
  ThemeColorsSettings: theme.ThemeSettings.properties.colors,
  ThemeTypographySettings: theme.ThemeSettings.properties.typography,
  ThemeShapeSettings: theme.ThemeSettings.properties.shape,
  ThemeNavigationSettings: theme.ThemeSettings.properties.navigation,
  ThemeLocalesSettings: theme.ThemeSettings.properties.locales,
  ThemeCurrenciesSettings: theme.ThemeSettings.properties.currencies,
  Link: theme.Theme.properties.navigation.properties.header.items.properties.url,
  Locale: theme.Theme.properties.locales.properties.default,
  FontFamilies: theme.Theme.properties.typography.properties.headingFamily,
  HexColor: theme.Theme.properties.colors.properties.primary,
  NavigationItem: theme.Theme.properties.navigation.properties.header.items,
  Announcement: theme.Theme.properties.announcement.anyOf[0],

  ...pricingSchemas,

  ...orderSchemas,

  ...customerSchemas,

  ...ticketSchemas,
  ...ticketActionSchemas,
  ...assistantSchemas,
  ...automationSchemas,
  ...chatSchemas,
  ...webhookSchemas,

  Email: emails.Email,
  EmailSummary: emails.EmailSummary,
  EmailBody: emails.EmailTemplate.properties.body,
  EmailSubject: emails.EmailTemplate.properties.subject,
  EmailKind: emails.Email.properties.kind,
  EmailStatus: emails.Email.properties.status,
  NewEmail: emails.NewEmail,
  EmailTemplate: emails.EmailTemplate,
  EmailTemplateSettings: emails.EmailTemplateSettings,
  EmailPreview: emails.EmailPreview,
  EmailPreviewRequest: emails.EmailPreviewRequest,

  AgentAddress: agents.CreateRequest.properties.fulfillment_address,
  AgentBuyer: agents.CreateRequest.properties.buyer,
  AgentFulfillmentDetails: agents.CreateRequest.properties.fulfillment_details,
  AgentItems: agents.CreateRequest.properties.items,
  AgentItem: agents.CreateRequest.properties.items.items,
  AgentItemReference: agents.CreateRequest.properties.items.items.properties.item,
  AgentDiscounts: agents.CreateRequest.properties.discounts,
  AgentAffiliate: agents.CreateRequest.properties.affiliate_attribution,
  AgentSelection: agents.UpdateRequest.properties.selected_fulfillment_options.items.properties.shipping,
  AgentSession: agents.Session,
  NewAgentSession: agents.CreateRequest,
  AgentSessionChanges: agents.UpdateRequest,
  AgentSessionCompletion: agents.CompleteRequest,
  AgentSessionCancellation: agents.CancelRequest,
  AgentWebhook: agentWebhooks.AgentWebhook,
  AgentWebhookUrl: agentWebhooks.AgentWebhook.properties.url,
  AgentWebhookSettings: agentWebhooks.AgentWebhookInput,
  AgentWebhookWithSecret: agentWebhooks.AgentWebhookWithSecret,
}

/** What the document says instead of these. */
export const documentedSchemas = { Event: TypedEvent }

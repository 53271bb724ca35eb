/** Where a quotation comes from. */
export interface Quotation {
  title: string
  text: string
}

/** Every text of the assistant. Whole sentences per language: parts of sentences can't be translated. */
export interface Phrases {
  greeting: string
  identity: string
  capabilities: string
  thanks: string
  goodbye: string
  offerPerson: string
  handedOver: string
  handedOverSafety: string
  handedOverPrivacy: string
  handedOverChange: string
  handoverFailed: string
  staysWithAssistant: string
  complaint: string
  abuse: string
  offTopic: string
  injection: string
  unknown: string
  unknownAgain: string
  toolUnavailable: string
  tooManyRequests: string
  askAgain: string

  foundProducts(count: number): string
  productLine(title: string, price: string, availability: string): string
  noProducts: string
  noProductsInPriceRange: string
  askProduct: string
  askWhichProducts: string
  priceFrom(price: string): string
  noPrice: string
  priceOf(product: string, price: string): string
  reducedFrom(price: string): string
  inStock(product: string): string
  outOfStock(product: string): string
  onBackorder(product: string): string
  partlyInStock(product: string, available: string): string
  availability: { available: string; in_stock: string; backorder: string; out_of_stock: string; some: string }
  /** "Size: S, M, L" */
  options(product: string, options: string): string
  noOptions(product: string): string
  quoteDescription(quotation: Quotation): string
  notInDescription(product: string): string
  comparison: string

  cartEmpty: string
  cartContents: string
  cartLine(quantity: string, title: string, total: string): string
  cartTotal(total: string): string
  removedFromCart(product: string): string
  addedToCart(quantity: string, product: string): string
  askVariant(product: string, options: string): string
  cannotAdd(product: string): string

  askCountry: string
  shippingTo(country: string): string
  shippingToFor(country: string, product: string): string
  shippingOption(title: string, price: string, days: string | null): string
  shippingDays(min: number, max: number): string
  free: string
  shippingFreeFrom(amount: string): string
  noShipping(country: string): string

  quoteText(quotation: Quotation): string
  quoteTextInOtherLanguage(quotation: Quotation): string

  askEmail: string
  codeSent(sentTo: string): string
  wrongCode: string
  verified: string
  askOrderNumber: string
  orderNotFound(number: number): string
  noOrders: string
  yourOrders: string
  orderLine(number: number, date: string, total: string, state: string): string
  orderState: Record<'canceled' | 'delivered' | 'shipped' | 'partly_shipped' | 'not_shipped' | 'digital', string>
  orderSummary(number: number, date: string, state: string): string
  canceledOn(date: string): string
  deliveredOn(date: string): string
  shippedOn(date: string): string
  awaitingPayment: string
  tracking(carrier: string, number: string): string
  trackingUrl(url: string): string
  noTracking: string
  returnState: Record<'requested' | 'in_progress' | 'returned', string>
  refunded(amount: string): string

  confirmCancellation(number: number, total: string): string
  canceled(number: number): string
  cannotCancel(number: number): string
  alreadyCanceled(number: number): string
  notCanceled(number: number): string
  askReturnItems(number: number): string
  confirmReturn(number: number, items: string): string
  returnRequested(number: number, items: string): string
  nothingToReturn(number: number): string
  notReturned(number: number): string

  askDiscountCode: string
  codeValid(code: string): string
  codeValidFor(code: string, title: string): string
  codeCondition(reason: string): string
  codeInvalid(code: string): string
  noSecretCodes: string
  askGiftCardCode: string
  giftCardBalance(balance: string): string
  giftCardExpires(date: string): string
  giftCardNotFound: string
  points(available: string): string
  pendingPoints(pending: string): string
  tier(name: string): string
  storeCredit(amounts: string): string

  suggestions: {
    person: string
    yes: string
    no: string
    findProduct: string
    trackOrder: string
    shipping: string
    returns: string
    newCode: string
    showCart: string
    all: string
  }
}

import { eventSchemas } from '../events/event-schemas.ts'
import { MoneyList } from '../kit/money-list.ts'
import * as shippingRates from '../modules/carts/shipping-rates/schemas.ts'
import * as giftCards from '../modules/gift-cards/schemas.ts'
import * as ledger from '../modules/ledger/schemas.ts'
import * as loyaltyActions from '../modules/loyalty/actions/schemas.ts'
import * as loyaltyEarning from '../modules/loyalty/earning/schemas.ts'
import * as loyaltyMembers from '../modules/loyalty/members/schemas.ts'
import * as loyaltyPreview from '../modules/loyalty/preview/schemas.ts'
import * as loyaltyProgram from '../modules/loyalty/program/schemas.ts'
import * as referrals from '../modules/loyalty/referrals/schemas.ts'
import * as loyalty from '../modules/loyalty/schemas.ts'
import * as pointsPreview from '../modules/loyalty-preview/schemas.ts'
import * as redemptions from '../modules/loyalty-redemptions/schemas.ts'
import * as promotionRules from '../modules/promotions/rule-schemas.ts'
import * as promotions from '../modules/promotions/schemas.ts'
import * as shipping from '../modules/shipping/schemas.ts'
import * as storeCredit from '../modules/store-credit/schemas.ts'
import * as taxes from '../modules/taxes/schemas.ts'

/** Promotions, shipping, taxes, gift cards and points. */
export const pricingSchemas = {
  Promotion: promotions.Promotion,
  NewPromotion: promotions.NewPromotion,
  PromotionChanges: promotions.PromotionChanges,
  PromotionBenefit: promotionRules.Benefit,
  PromotionConditions: promotionRules.Conditions,
  DiscountTarget: promotionRules.PercentageBenefit.properties.target,
  PromotionTrigger: promotions.Promotion.properties.trigger,
  PromotionStatus: promotions.Promotion.properties.status,
  PromotionUseStatus: promotions.PromotionUse.properties.status,
  PromotionCombinations: promotions.NewPromotion.properties.combinesWith,
  PromotionCode: promotions.PromotionCode,
  NewPromotionCodes: promotions.NewCodes,
  CreatedPromotionCodes: promotions.CreatedCodes,
  PromotionUse: promotions.PromotionUse,
  ProductSelection: promotionRules.Selection,
  TextList: promotionRules.Selection.properties.tags,
  ProductExclusion: promotionRules.Selection.properties.exclude,
  PositiveMoneyList: promotionRules.AmountList,

  ShippingZone: shipping.Zone,
  NewShippingZone: shipping.NewZone,
  ShippingZoneChanges: shipping.ZoneChanges,
  ShippingZoneAreas: shipping.Zone.properties.areas,
  ShippingProfile: shipping.Profile,
  NewShippingProfile: shipping.NewProfile,
  ShippingProfileChanges: shipping.ProfileChanges,
  ShippingProfileItems: shipping.Profile.properties.items,
  ShippingProfileTexts: shipping.Profile.properties.items.properties.tags,
  ShippingProfileExclusion: shipping.Profile.properties.items.properties.exclude,
  ShippingRate: shipping.Rate,
  NewShippingRate: shipping.NewRate,
  ShippingRateChanges: shipping.RateChanges,
  ShippingService: shipping.NewRate.properties.service,
  ShippingRatePrice: shipping.RatePriceInput,
  MoneyList,
  CarrierName: shipping.CarrierName,
  ShippingRateType: shipping.Rate.properties.type,
  Carrier: shipping.Carrier,
  CarrierSettings: shipping.CarrierInput,
  CarrierWithSecret: shipping.CarrierWithSecret,
  ShippingQuote: shippingRates.ShippingQuote,
  ShippingQuoteList: shippingRates.ShippingQuoteList,

  TaxSettings: taxes.TaxSettingsResponse,
  NewTaxSettings: taxes.NewTaxSettings,
  TaxRegion: taxes.Region,
  NewTaxRegion: taxes.NewRegion,
  TaxRegionChanges: taxes.RegionChanges,
  TaxRounding: taxes.TaxSettingsResponse.properties.rounding,
  ShippingTax: taxes.TaxSettingsResponse.properties.shippingTax,
  TaxRates: taxes.Region.properties.rates,
  TaxRate: taxes.Region.properties.rates.items,
  TaxEngine: taxes.TaxEngine,
  TaxEngineSettings: taxes.TaxEngineInput,
  TaxEngineWithSecret: taxes.TaxEngineWithSecret,

  GiftCard: giftCards.GiftCard,
  IssuedGiftCard: giftCards.IssuedGiftCard,
  NewGiftCard: giftCards.NewGiftCard,
  GiftCardChanges: giftCards.GiftCardChanges,
  GiftCardCredit: giftCards.NewGiftCardCredit,
  GiftCardEntry: giftCards.GiftCardEntry,
  GiftCardAmount: giftCards.NewGiftCard.properties.amount,
  NewGiftCardRecipient: giftCards.NewGiftCard.properties.recipient.anyOf[0],
  GiftCardRecipient: giftCards.GiftCard.properties.recipient.anyOf[0],
  GiftCardStatus: giftCards.GiftCard.properties.status,
  GiftCardCheck: giftCards.CodeCheckRequest,
  GiftCardCheckResult: giftCards.CodeCheckResult,
  LoyaltyProgram: loyaltyProgram.LoyaltyProgram,
  LoyaltyProgramSettings: loyaltyProgram.LoyaltyProgramInput,
  PointRate: loyaltyProgram.LoyaltyProgram.properties.pointValues.items,
  LoyaltyProductRule: loyaltyProgram.LoyaltyProgram.properties.productRules.items,
  LoyaltyTier: loyaltyProgram.LoyaltyProgram.properties.tiers.items,
  ReferralSettings: loyaltyProgram.LoyaltyProgram.properties.referral,
  ReferralCode: referrals.ReferralCode,
  ReferralAttribution: referrals.ReferralAttribution,
  Referral: referrals.Referral,
  ReferralStatus: referrals.Referral.properties.status,
  ReferralRejectionReason: referrals.Referral.properties.reason.anyOf[0],
  LoyaltyReward: loyaltyProgram.Reward,
  LoyaltyRewardType: loyaltyProgram.Reward.properties.type,
  LoyaltyAction: loyaltyProgram.Action,
  NewLoyaltyActionEarning: loyaltyActions.NewActionEarning,
  LoyaltyActionEarning: loyaltyActions.ActionEarning,
  NewLoyaltyRedemption: redemptions.NewRedemption,
  LoyaltyRedemption: redemptions.Redemption,
  IssuedLoyaltyRedemption: redemptions.IssuedRedemption,
  LoyaltyRedemptionStatus: redemptions.Redemption.properties.status,
  LoyaltyRedemptionEventData: eventSchemas['loyalty_redemption.created'],
  LoyaltyBalance: loyaltyEarning.LoyaltyBalance,
  LoyaltyMember: loyaltyMembers.LoyaltyMember,
  CurrentLoyaltyTier: loyaltyMembers.CurrentTier,
  PointsPreview: loyaltyPreview.PointsPreview,
  NewPointsPreview: pointsPreview.PointsPreviewRequest,
  LoyaltyAccount: loyalty.LoyaltyAccount,
  LoyaltyEntryKind: loyalty.LoyaltyEntry.properties.kind,
  LoyaltyEntry: loyalty.LoyaltyEntry,
  LoyaltyAdjustment: loyalty.PointsAdjustment,
  StoreCreditAccount: storeCredit.StoreCreditAccount,
  StoreCreditAdjustment: storeCredit.StoreCreditAdjustment,
  LedgerEntry: ledger.LedgerEntry,
  LedgerAccountType: ledger.LedgerEntry.properties.accountType,
  LedgerEntryKind: ledger.LedgerEntry.properties.kind,
  LedgerUnit: ledger.LedgerEntry.properties.unit,
  Liability: ledger.Liability,
  LiabilityAccountType: ledger.Liability.properties.accountType,
  LedgerAudit: ledger.LedgerAudit,
  LedgerClosing: ledger.LedgerClosing,
}

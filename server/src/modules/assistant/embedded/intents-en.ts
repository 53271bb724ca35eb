import type { IntentRule } from './intent.ts'

/** Only `test` is used and none is global, so the patterns have no state. */
export const ENGLISH_RULES: IntentRule[] = [
  [
    'injection',
    0.99,
    /\b(?:ignore|disregard|forget|override|bypass)\b.{0,50}\b(?:instructions?|rules?|prompts?|above|previous|guidelines?|polic(?:y|ies)|told)\b/,
  ],
  [
    'injection',
    0.99,
    /\b(?:system|hidden|initial|secret) (?:prompt|message|instructions?)\b|developer mode|debug mode|jailbreak|\bdan mode\b|prompt injection/,
  ],
  [
    'injection',
    0.99,
    /\b(?:reveal|show|print|repeat|tell|output|leak|give)\b.{0,40}\b(?:your|the|initial|all) (?:prompts?|instructions|configuration|rules|tools|secrets?|functions)\b/,
  ],
  [
    'injection',
    0.99,
    /\byou are (?:now|no longer)\b|\bpretend (?:to be|you|that|i)\b|\bact as\b|\brole ?-?play\b|\bfrom now on\b|new instructions?/,
  ],
  [
    'injection',
    0.99,
    /\b(?:api|secret|access) ?keys?\b|\bpasswords?\b.{0,20}\b(?:admin|database|staff|customers?)\b|\badmin(?:istrator)?\b.{0,20}\b(?:password|access|mode|rights)\b|\bdrop table\b|\bselect \*|\bunion select\b|\binsert into\b|<\/?\s*(?:system|script|tool|instructions?|img|iframe)\b|\bcall (?:the )?tool\b|\b(?:hand_over|cancel_order|get_order|list_orders|start_return|update_cart)\b/,
  ],
  [
    'injection',
    0.99,
    /\b(?:i am|i'm|this is|as) (?:the|an|your) ?(?:shop |store )?(?:admin|administrator|owner|developer|manager|ceo|operator)\b|\boverride\b.{0,20}\bverification|\bskip\b.{0,20}\bverification\b|\bwithout\b.{0,15}\bverif/,
  ],
  [
    'injection',
    0.99,
    /\b(?:orders?|email|emails|address|addresses|data|points|balance|purchases?)\b.{0,25}\b(?:of|from|for|by) (?:all|other|another|every|some|someone)\b.{0,20}\b(?:customers?|people|users?|person|buyers?|else)\b|\b(?:all|other|another|every) (?:customers?|users?|buyers?)(?:'s?)?\b.{0,20}\b(?:orders?|data|emails?|address\w*|codes?)/,
  ],

  [
    'identity',
    0.98,
    /\bare you (?:an? )?(?:real |actual |live )?(?:human|person|bot|robot|machine|ai|computer|real|someone)\b/,
  ],
  [
    'identity',
    0.98,
    /\b(?:is this|am i (?:talking|speaking|chatting|writing))\b.{0,20}\b(?:bot|human|person|robot|chatgpt|ai|machine|computer|who)\b/,
  ],
  [
    'identity',
    0.98,
    /\bwho (?:are you|am i (?:talking|speaking|chatting))|\bwhat are you\b|\bwhat(?:'s| is) your name\b/,
  ],
  [
    'capabilities',
    0.75,
    /^(?:help(?: me)?|i need (?:some )?help|can you help(?: me)?|i have (?:a|another|some) questions?)\W*(?:please)?\W*$/,
  ],
  ['capabilities', 0.95, /\bwhat can you (?:do|help|answer)|\bhow can you help|\bwhat do you do\b|\bwhat can i ask\b/],
  [
    'person',
    0.96,
    /\b(?:talk|speak|chat|connect|transfer|put|get|reach|contact|want|need)\b.{0,30}\b(?:person|human|someone|somebody|agent|representative|rep|employee|staff|operator|advisor|manager|supervisor|support|your team)\b/,
  ],
  [
    'person',
    0.95,
    /\b(?:real|live|actual|human) (?:person|human|agent|being)\b|\bcustomer (?:service|support|care)\b|^(?:human|agent|person|operator|representative|support)\W*$/,
  ],
  [
    'safety',
    0.97,
    /\ballergic (?:reaction|shock)|\binjur(?:y|ed|ies)\b|\bpoison|\bburn(?:ed|t)? (?:my|me|him|her|himself|herself|myself)\b|\bhospital\b|\blawyers?\b|\blegal action\b|\bsue\b|\bchargeback\b|\bfraud\b|\bpolice\b|\bunsafe\b|\bcaught fire\b/,
  ],
  [
    'privacy_request',
    0.96,
    /\b(?:delete|erase|remove|export|download|send me|copy of|see|correct)\b.{0,25}\b(?:my|all|personal)\b.{0,20}\b(?:data|account|information)\b|\bgdpr\b|\bright to be forgotten\b|\bsubject access\b/,
  ],
  [
    'abuse',
    0.9,
    /\b(?:stupid|idiots?|useless|dumb|morons?|fuck\w*|shit\w*|assholes?|bitch\w*|crap|hate you|shut up)\b/,
  ],
  [
    'complaint',
    0.82,
    /\bdisappoint\w*|\bunacceptable\b|\bterrible\b|\bawful\b|\bworst\b|\bhorrible\b|\bridiculous\b|\bcomplain\w*|\bangry\b|\bfurious\b|\bscam\w*|\brip-? ?off\b|\bdisgrac\w*|\bfed up\b|\bnot happy\b|\bunhappy\b/,
  ],
  [
    'off_topic',
    0.9,
    /\b(?:poem|jokes?|weather|elections?|politic\w*|president|homework|essay|song|lyrics|horoscope|javascript|python|capital of|meaning of life|football|stock market|religion|god|dating|girlfriend|boyfriend|recipe for|translate)\b|\bwrite (?:me )?(?:an? )?(?:story|code|program|script|letter)|\bwhat(?:'s| is) \d+ ?[-+*x/] ?\d+/,
  ],

  [
    'cancel_order',
    0.9,
    /\bcancel(?:l?ing|l?ed|lation)?\b.{0,25}\b(?:orders?|it|purchase|#?\d{4,})\b|\b(?:orders?|purchase)\b.{0,20}\bcancel/,
  ],
  ['cancel_order', 0.55, /\bcancel\b/],
  [
    'change_order',
    0.9,
    /\b(?:chang(?:e|ing)|updat(?:e|ing)|correct|edit|modify)\b.{0,30}\b(?:address|order|my order|size in)\b|\bwrong (?:delivery |shipping )?address\b/,
  ],
  ['change_order', 0.95, /\b(?:add|remove|put)\b.{0,30}\b(?:to|from|in|into) (?:my |the |an? )?(?:existing )?order\b/],
  [
    'start_return',
    0.8,
    /\b(?:i'd like|i would like|i want|i need|i wish|let me|help me|start|begin|register|open|make|request|initiate)\b.{0,15}\b(?:an? )?(?:to )?(?:return|send back|give back)\b/,
  ],
  ['start_return', 0.55, /\b(?:return|send back)\b.{0,30}\b(?:order|#?\d{4,})\b/],
  [
    'list_orders',
    0.93,
    /\b(?:show|list|see|view|what are|check|all)\b.{0,15}\bmy (?:\w+ )?orders\b|\bmy (?:past|previous|recent|last) orders\b|\border history\b/,
  ],
  [
    'order_status',
    0.92,
    /\bwhere(?:'s| is| are|s)\b.{0,20}\b(?:orders?|parcel|package|delivery|stuff|shipment|refund|money)\b|\bwhat happened (?:to|with)\b.{0,15}\border/,
  ],
  [
    'order_status',
    0.9,
    /\b(?:orders?|parcel|package|return|refund|shipment)\b.{0,20}\bstatus\b|\bstatus\b.{0,25}\b(?:orders?|parcel|package|return|refund|shipment)\b/,
  ],
  [
    'order_status',
    0.82,
    /\b(?:has|have|did|was|is|when|when's)\b.{0,25}\b(?:order|parcel|package)\b.{0,25}\b(?:ship\w*|sent|deliver\w*|arriv\w*|dispatch\w*|com(?:e|ing)|leave|left)\b/,
  ],
  [
    'order_status',
    0.88,
    /\btrack(?:ing)?\b.{0,25}\b(?:order|parcel|package|number|link|code|shipment|it|delivery)\b|^track\b|\btrack my\b/,
  ],
  [
    'order_status',
    0.55,
    /\b(?:my|the) (?:parcel|package|order)\b.{0,20}\b(?:late|lost|missing|delayed|not arrived|hasn't arrived|never arrived)\b/,
  ],
  [
    'policy',
    0.65,
    /\b(?:parcel|package|order|delivery)\b.{0,25}\b(?:late|lost|missing|delayed|not arrived|hasn't arrived|never arrived)\b/,
  ],

  ['gift_card_balance', 0.4, /\bgift ?(?:cards?|vouchers?|certificates?)\b/],
  [
    'gift_card_balance',
    0.55,
    /\bbalance\b|\b(?:left|remaining|still)\b.{0,12}\bon\b|\b(?:is|how much is) on (?:my|the|this)\b|\bvalue of my\b|\bcheck my gift\b|\bcredit on\b/,
  ],
  [
    'points',
    0.75,
    /\b(?:loyalty|reward|bonus) ?(?:points?|balance|program(?:me)?)?\b|\b(?:my|many|collected?|earned?|have) points\b|\bpoints? (?:balance|do i|have i)\b|\bmy store credit\b|\bstore credit balance\b/,
  ],
  [
    'points',
    0.6,
    /\bhow many [a-z]+ (?:do|have) i (?:have|got|collected|earned)\b(?! to)|\bhow many [a-z]+ (?:are|is) (?:in|on) my account\b/,
  ],
  ['discount_code', 0.8, /\b(?:discount|promo(?:tion)?|voucher|coupon)s?(?: ?codes?)?\b/],
  ['discount_code', 0.6, /\bcodes?\b|\b\d{1,2} ?% (?:off|discount)\b|\bmake it cheaper\b|\bbetter price\b/],
  ['discount_code', 0.3, /\b(?:does|is|can i use|will|try|apply|redeem)\b.{0,40}\b(?:work|valid|use|code)\b/],
  ['add_to_cart', 0.96, /\b(?:add|put|place|throw|drop)\b.{0,90}\b(?:cart|basket|bag|trolley)\b/],
  [
    'add_to_cart',
    0.8,
    /\badd (?:it|this|that|them|one|two|the (?:first|second|third|last))\b|\bi(?:'ll| will) take\b|\border (?:it|this|that) for me\b/,
  ],
  ['remove_from_cart', 0.95, /\b(?:remove|delete|take|throw)\b.{0,60}\b(?:from|out of) (?:my |the )?(?:cart|basket)\b/],
  [
    'show_cart',
    0.9,
    /\b(?:what(?:'s|s| is)|show|see|view|open|check|display)\b.{0,20}\b(?:cart|basket)\b|^(?:my )?(?:cart|basket)\W*$/,
  ],
  [
    'compare',
    0.95,
    /\bcompar(?:e|ed|ing|ison)\b|\bdifferences? between\b|\bvs\b|\bversus\b|\bwhich (?:one )?is better\b/,
  ],

  [
    'policy',
    0.9,
    /\bcustoms?\b|\b(?:import )?dut(?:y|ies)\b|\bpick(?:ing)?[- ]?up\b|\bcollect (?:it|my)\b|\bsame day\b|\bcut-?off\b|\bwhen do you (?:ship|send|dispatch)|\bhow (?:is|are|do|does)\b.{0,40}\b(?:delivered|shipped)\b|\bcarriers?\b|\bcourier\b/,
  ],
  [
    'shipping_rates',
    0.88,
    /\b(?:shipping|delivery|postage)\b.{0,20}\b(?:costs?|fees?|prices?|charges?|rates?|free)\b|\bhow much\b.{0,20}\b(?:shipping|delivery|postage|to ship|to deliver)\b|\bfree (?:shipping|delivery)\b|\bcosts? (?:of|for) (?:shipping|delivery)\b/,
  ],
  [
    'shipping_rates',
    0.82,
    /\bhow (?:long|fast|quick\w*|soon)\b.{0,30}\b(?:deliver\w*|shipping|ship|arrive|to get|postage)\b|\b(?:delivery|shipping) times?\b|\bdelivery take\b/,
  ],
  ['shipping_rates', 0.75, /\b(?:ship|deliver|send|post|delivery|shipping|shipped)\b.{0,20}\bto\b/],
  ['shipping_rates', 0.6, /\bexpress\b|\bnext[- ]day\b|\bshipping\b|\bdelivery\b/],
  [
    'return_policy',
    0.88,
    /\breturns? polic|\breturns? (?:free|cost|period|window|label|shipping|conditions)|\b(?:be|are|is) (?:\w+ )?(?:returned|returns|return)\b|\bcan (?:i|we|you)\b.{0,20}\b(?:return|give back|send back|exchange|give)\b|\bhow (?:long|many days)\b.{0,40}\b(?:return|send\b.{0,15}\bback)|\brestocking\b|\brefund polic|\bget my money back\b|\bmoney back\b/,
  ],
  [
    'return_policy',
    0.72,
    /\b(?:returns?|returned|returning|refunds?|refunded|exchange|swap)\b|\bsend\b.{0,20}\bback\b|\bgive\b.{0,12}\bback\b/,
  ],
  ['return_policy', 0.85, /\b(?:broken|damaged|defective|faulty|wrong item|cracked|shattered)\b/],
  [
    'policy',
    0.85,
    /\bpay(?:ment|ments|ing)?\b(?! attention)|\bpaypal\b|\bvisa\b|\bmastercard\b|\bklarna\b|\binvoice\b|\bbank transfer\b|\bapple pay\b|\bbitcoin\b|\binstal?lments?\b|\bcharge\b.{0,12}\bcard\b/,
  ],
  [
    'policy',
    0.86,
    /\b(?:privacy|cookies?|imprint|legal notice|terms|warranty|guarantee|vat|tax(?:es)?|phone number|telephone|opening hours|company address|your address|statutory|jurisdiction|law applies|personal data|my data|order data|contact (?:details|information)|email address of)\b/,
  ],
  ['policy', 0.8, /\bprice match|\bmatch\b.{0,15}\bprices?\b/],
  ['policy', 0.7, /\b(?:do i (?:have|need) to|am i allowed|must i|how old)\b/],

  [
    'product_options',
    0.85,
    /\b(?:what|which|how many)\b.{0,12}\b(?:sizes?|colou?rs?|versions?|options?|variants?|volumes?|formats?|weights?|grinds?|nibs?|rulings?|lengths?|widths?)\b|\bcomes? in\b|\b(?:sizes?|colou?rs?) (?:do|does|are|is)\b/,
  ],
  [
    'product_stock',
    0.78,
    /\bin stock\b|\bavailab\w*|\bsold out\b|\bout of stock\b|\bstill (?:have|get|buy|sell)\b|\bhow many\b.{0,40}\b(?:left|do you have|are there)\b/,
  ],
  ['product_stock', 0.6, /\bdo you have\b.{0,50}\bin\b (?:size |the )?\w+|\bgot (?:it|this|that) in\b/],
  [
    'product_facts',
    0.75,
    /\b(?:what|which|where|who|is|are)\b.{0,70}\bmade(?: of| from| in| by)?\b|\bmaterials?\b|\bfabrics?\b|\b(?:wash|clean|iron|dry)(?:ed|ing|able)?\b|\bcare (?:for|instructions)\b|\bingredients?\b|\bcontains?\b|\bdimensions?\b|\bweighs?\b|\btell me (?:more )?about\b|\bdescribe\b|\bhow (?:big|large|tall|heavy|wide|thick|warm)\b|\bhow much does\b.{0,40}\b(?:hold|weigh)\b|\bsuitable\b|\bdishwasher\b|\bvegan\?|\bdetails? (?:of|about|on)\b/,
  ],
  ['product_price', 0.62, /\bhow much\b|\bprices?\b|\bcosts?\b|\bon sale\b|\breduced\b|\bhow expensive\b/],
  [
    'product_search',
    0.58,
    /\bdo you (?:guys )?(?:sell|have|carry|stock|offer|got)\b|\bhave you got\b|\blooking for\b|\bshow me\b|\bsearch\b|\bfind(?: me)?\b|\bany\b|\bi need (?:an?|some|new)\b|\brecommend\w*|\bsuggest\w*|\bgift ideas?\b|\bpresent for\b|\bwhat (?:kinds? of |types? of )?\w+ do you (?:have|sell)\b|\bwhich \w+ (?:are|do|can)\b|\bi(?:'d| would) like (?:an?|some)\b|\bi want (?:to buy |to order )?(?:an?|some)\b|\bbrowse\b|\bdo you do\b/,
  ],

  ['goodbye', 0.75, /\b(?:good ?bye|bye|bye-bye|see you|see ya|have a (?:nice|good)|that's all|good night)\b/],
  ['thanks', 0.7, /\b(?:thanks|thank you|thx|cheers|much appreciated)\b/],
  ['greeting', 0.55, /^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings|howdy)\b/],
]

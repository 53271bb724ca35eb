import { keysOf, recordOf } from '../ui/records.ts'
import type { Condition, Filter } from './condition-labels.ts'

interface Template {
  name: string
  about: string
  filter: Filter
}

const rfm = (group: Extract<Condition, { field: 'rfm' }>['value'][number]): Filter => ({
  match: 'all',
  conditions: [{ field: 'rfm', operator: 'any_of', value: [group] }],
})

/** Segments that most shops want: one for each RFM group, and a few for campaigns. */
export const TEMPLATES = {
  champions: {
    name: 'Champions',
    about: 'bought recently, often and for a lot',
    filter: rfm('champions'),
  },
  loyal: { name: 'Loyal customers', about: 'buy regularly', filter: rfm('loyal') },
  new: { name: 'New customers', about: 'placed their first order recently', filter: rfm('new') },
  promising: { name: 'Promising customers', about: 'bought recently, but not much yet', filter: rfm('promising') },
  at_risk: { name: 'At risk', about: 'were good customers, but have not bought for a while', filter: rfm('at_risk') },
  hibernating: { name: 'Hibernating', about: 'bought little, some time ago', filter: rfm('hibernating') },
  lost: { name: 'Lost customers', about: 'have not bought for the longest time', filter: rfm('lost') },
  repeat: {
    name: 'Repeat customers',
    about: 'placed at least 2 orders',
    filter: { match: 'all', conditions: [{ field: 'orders', operator: 'at_least', value: 2 }] },
  },
  win_back: {
    name: 'Win back',
    about: 'subscribed to emails, last order more than 90 days ago',
    filter: {
      match: 'all',
      conditions: [
        { field: 'last_order', operator: 'over_days_ago', value: 90 },
        { field: 'email_marketing', operator: 'is', value: 'subscribed' },
      ],
    },
  },
} satisfies Record<string, Template>

export type TemplateName = keyof typeof TEMPLATES

export const TEMPLATE_LABELS: Record<TemplateName, string> = recordOf(
  keysOf(TEMPLATES),
  (key) => `${TEMPLATES[key].name}: ${TEMPLATES[key].about}`,
)

import type { InboundHandler } from '../events/inbound-handler.ts'
import type { AnySubscriber } from '../events/subscriber.ts'
import type { WebhookFormat } from '../events/webhook-format.ts'
import type { Routes } from '../http/routes.ts'
import type { Job, Schedule, SystemJob } from '../jobs/job.ts'
import type { RetentionRule } from '../jobs/retention.ts'
import type { Mail } from '../ports/mail.ts'

/** What a module contributes to the server: each has a `module.ts`, and `app.ts` lists them. Nothing is discovered. */
export interface Module {
  routes?: Routes | Routes[]
  /** Routes for the dashboard only: paths are relative to `/dashboard/api`, and each declares the role it requires. */
  dashboardRoutes?: Routes | Routes[]
  jobs?: Job[]
  /** Jobs of an environment that send email. */
  emailJobs?: (mail: Mail) => Job[]
  /** Jobs of staff accounts, which belong to no environment. */
  systemJobs?: (mail: Mail, publicUrl: string) => SystemJob[]
  subscribers?: AnySubscriber[]
  /** Subscribers that write emails. */
  emailSubscribers?: (mail: Mail) => AnySubscriber[]
  /** What is done with the events of providers, which arrive at `/hooks`. One per provider. */
  inboundHandlers?: InboundHandler[]
  schedules?: Schedule[]
  /** What is deleted when it is older than a setting says. */
  retention?: RetentionRule[]
  /** How webhooks of a kind are written. */
  webhookFormats?: WebhookFormat[]
}

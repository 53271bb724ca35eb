import type { Subscriber } from '../events/subscriber.ts'
import type { Routes } from '../http/routes.ts'
import type { Job, Schedule } from '../jobs/job.ts'

/** All that a module hands to the server. `app.ts` lists the modules; nothing is found by magic. */
export interface Module {
  routes?: Routes
  /** What only the dashboard asks: paths relative to `/dashboard/api`, each with the role that it needs. */
  dashboardRoutes?: Routes
  jobs?: Job[]
  subscribers?: Subscriber[]
  schedules?: Schedule[]
}

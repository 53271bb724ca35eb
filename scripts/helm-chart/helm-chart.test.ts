import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { settings } from '../../server/src/config.ts'
import { renderChart } from './render-chart.ts'

const CHART = fileURLToPath(new URL('../../deploy/helm/storedesk', import.meta.url))

// biome-ignore lint/suspicious/noExplicitAny: assertions check the fields they use
const render = (values: object = {}): any[] => renderChart(CHART, values)
const find = (documents: ReturnType<typeof render>, kind: string, name: string) =>
  documents.find((one) => one.kind === kind && one.metadata.name === name)
const names = (documents: ReturnType<typeof render>) =>
  documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`)

it('the chart deploys API servers and workers that replace each other without a failed request', () => {
  const documents = render({ secrets: { DATABASE_URL: 'postgres://db' } })
  expect(names(documents).sort()).toEqual([
    'ConfigMap shop-settings',
    'Deployment shop-api',
    'Deployment shop-worker',
    'HorizontalPodAutoscaler shop-api',
    'Ingress shop',
    'Job shop-migration',
    'PodDisruptionBudget shop-api',
    'PodDisruptionBudget shop-worker',
    'Secret shop-secrets',
    'Service shop',
  ])
  for (const role of ['api', 'worker']) {
    const { spec } = find(documents, 'Deployment', `shop-${role}`)
    const { containers, terminationGracePeriodSeconds } = spec.template.spec
    const [container] = containers
    expect(container.env).toEqual([{ name: 'ROLE', value: role }])
    expect(container.envFrom).toEqual([
      { configMapRef: { name: 'shop-settings' } },
      { secretRef: { name: 'shop-secrets' } },
    ])
    expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' })
    expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' })
    expect(container.resources.limits.memory).toBe('768Mi')
    expect(spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
    // A stop takes at most the delay and 30 s.
    const delay = Number(find(documents, 'ConfigMap', 'shop-settings').data.SHUTDOWN_DELAY_SECONDS)
    expect(delay).toBeGreaterThan(container.readinessProbe.periodSeconds * container.readinessProbe.failureThreshold)
    expect(terminationGracePeriodSeconds).toBeGreaterThan(delay + 30)
    for (const labels of [
      spec.selector.matchLabels,
      find(documents, 'PodDisruptionBudget', `shop-${role}`).spec.selector.matchLabels,
    ]) {
      expect(spec.template.metadata.labels).toMatchObject(labels)
    }
  }
  const service = find(documents, 'Service', 'shop')
  expect(find(documents, 'Deployment', 'shop-api').spec.template.metadata.labels).toMatchObject(service.spec.selector)
  expect(find(documents, 'Ingress', 'shop').spec.rules.map(({ host }: { host: string }) => host)).toEqual([
    'desk.example.com',
    'api.example.com',
  ])
  const job = find(documents, 'Job', 'shop-migration')
  expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  expect(job.spec.activeDeadlineSeconds).toBe(21_600)
  const patient = render({ migration: { deadlineSeconds: 86_400 } })
  expect(find(patient, 'Job', 'shop-migration').spec.activeDeadlineSeconds).toBe(86_400)
  const set = Object.keys(find(documents, 'ConfigMap', 'shop-settings').data)
  expect(set.filter((name) => !(name in settings))).toEqual([])
})

it('the chart scales workers by the age of the queue, and uses a secret that exists', () => {
  const documents = render({
    existingSecret: 'mine',
    ingress: { enabled: false },
    worker: { autoscaling: { enabled: true } },
  })
  expect(names(documents)).not.toContain('Secret shop-secrets')
  expect(names(documents)).not.toContain('Ingress shop')
  const { spec } = find(documents, 'HorizontalPodAutoscaler', 'shop-worker')
  expect(spec.metrics).toEqual([
    {
      type: 'External',
      external: { metric: { name: 'jobs_oldest_overdue_seconds' }, target: { type: 'Value', value: '15' } },
    },
  ])
  const worker = find(documents, 'Deployment', 'shop-worker').spec
  expect(worker.replicas).toBeUndefined()
  expect(worker.template.spec.containers[0].envFrom[1]).toEqual({ secretRef: { name: 'mine' } })
})

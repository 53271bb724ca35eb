import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

export const VIEWPORTS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
export type Size = keyof typeof VIEWPORTS

export interface Finding {
  /** `serious` and `critical` are axe's; the others are ours. All but `moderate` and `minor` fail the run. */
  kind: 'critical' | 'serious' | 'moderate' | 'minor' | 'overflow' | 'error' | 'layout shift'
  rule: string
  details: string
}

export const isFailure = ({ kind }: Finding) => kind !== 'moderate' && kind !== 'minor'

interface Violation {
  id: string
  impact: 'critical' | 'serious' | 'moderate' | 'minor'
  count: number
  target: string
  html: string
  colors: string
}

/** The rules whose outcome depends on the color scheme; the others are checked once. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']
/** axe runs it only on request: a name must contain the visible label, or people can't say it. */
const EXTRA_RULES = ['label-content-name-mismatch']

/** What axe finds in this part of the page, in light and dark, and whether the page is wider than the screen. */
export async function checkState(page: Page, part: string): Promise<Finding[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source)
  const light = await runAxe(page, part)
  await setColorScheme(page, 'dark')
  const dark = await runAxe(page, part, COLOR_RULES)
  await setColorScheme(page, 'light')
  const findings = [...light.map(toFinding('')), ...dark.map(toFinding('dark, '))]
  const overflowPx = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
  if (overflowPx > 0) findings.push({ kind: 'overflow', rule: `${overflowPx} px`, details: await findWidest(page) })
  return findings
}

/** Pages hear of it a moment later, with the next frame. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

const toFinding =
  (scheme: string) =>
  ({ id, impact, count, target, html, colors }: Violation): Finding => ({
    kind: impact,
    rule: id,
    details: `${scheme}${count} × ${target} ${colors ? `(${colors})` : html}`,
  })

const runAxe = (page: Page, part: string, only?: string[]) =>
  page.evaluate(
    async ([part, only, extra]) => {
      const settled = document.getAnimations().map((animation) => animation.finished.catch(() => {}))
      await Promise.race([Promise.all(settled), new Promise((resolve) => setTimeout(resolve, 500))])
      const { axe } = globalThis as unknown as { axe: { run(part: string, options: object): Promise<AxeResults> } }
      const { violations } = await axe.run(part, {
        iframes: false,
        resultTypes: ['violations'],
        ...(only && { runOnly: only }),
        ...(!only && { rules: Object.fromEntries(extra.map((rule) => [rule, { enabled: true }])) }),
      })
      return violations.map(({ id, impact, nodes }): Violation => {
        const [node] = nodes
        const { fgColor, bgColor, contrastRatio } = node?.any[0]?.data ?? {}
        return {
          id,
          impact: impact ?? 'minor',
          count: nodes.length,
          target: node?.target.flat().join(' ') ?? '',
          html: node?.html.slice(0, 160) ?? '',
          colors: contrastRatio ? `${fgColor} on ${bgColor} is ${contrastRatio}` : '',
        }
      })
    },
    [part, only, EXTRA_RULES] as const,
  )

/** The innermost element that ends right of the screen. */
const findWidest = (page: Page) =>
  page.evaluate(() => {
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
    )
    return wide.at(-1)?.outerHTML.slice(0, 160) ?? 'no element'
  })

/** Starts to collect what the page reports; the result is emptied by each call. */
export function watchErrors(page: Page, expected: RegExp): () => Finding[] {
  let found: Finding[] = []
  const add = (rule: string, details: string) => {
    if (!expected.test(details)) found.push({ kind: 'error', rule, details: details.slice(0, 300) })
  }
  page.on('console', (message) => {
    if (message.type() === 'error') add('console', `${message.text()} (${message.location().url})`)
  })
  page.on('response', (response) => {
    const isFile = !['document', 'fetch', 'xhr'].includes(response.request().resourceType())
    if (response.status() >= 400 && isFile) add('file', `${response.status()} ${response.url()}`)
  })
  page.on('pageerror', (error) => add('exception', String(error)))
  return () => {
    const taken = found
    found = []
    return taken
  }
}

/** Runs in every page before its scripts. */
export const RECORD_SHIFTS = `
  globalThis.layoutShifts = []
  new PerformanceObserver((list) => {
    const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
    for (const { value, hadRecentInput, sources: [source] } of list.getEntries()) {
      if (hadRecentInput) continue
      const moved = source ? 'from ' + place(source.previousRect) + ' to ' + place(source.currentRect) : ''
      layoutShifts.push([value.toFixed(4), moved, (source?.node?.outerHTML ?? source?.node?.nodeName ?? '?').slice(0, 120)].join(' '))
    }
  }).observe({ type: 'layout-shift', buffered: true })`

export async function findLayoutShifts(page: Page): Promise<Finding[]> {
  const shifts = await page.evaluate<string[]>('globalThis.layoutShifts')
  return shifts.map((details) => ({ kind: 'layout shift', rule: 'page', details }))
}

import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import {
  checkState,
  type Finding,
  findLayoutShifts,
  isFailure,
  RECORD_SHIFTS,
  type Size,
  VIEWPORTS,
  watchErrors,
} from './check-page.ts'

export interface Window {
  context: BrowserContext
  page: Page
  size: Size
  /** Checks the page as it is now, or a part of it, under a name for the report. */
  check: (page: Page, name: string, part?: string) => Promise<void>
  /** That nothing moved since the page was opened. */
  checkStill: (name: string) => Promise<void>
  attempt: (name: string, work: () => Promise<void>) => Promise<void>
}

/** What the browser logs about a response that the page expects: a visitor who is not signed in, a form with mistakes. */
const EXPECTED = /status of (400|401|402|404|409|422)/

export type Visitor = ReturnType<typeof createVisitor>

const SCREENSHOTS_DIR = fileURLToPath(new URL('../../test-results/axe/', import.meta.url))

const saveScreenshot = (page: Page, name: string) =>
  page.screenshot({ path: `${SCREENSHOTS_DIR}${name.replaceAll(/[^\w-]+/g, '-')}.png`, fullPage: true })

/** Opens windows, and remembers what was found in them. */
export function createVisitor(browser: Browser, selection: string[]) {
  const states = new Set<string>()
  const findings: (Finding & { name: string; size: Size })[] = []
  const errorsOf = new WeakMap<Page, () => Finding[]>()

  const newPage = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    errorsOf.set(page, watchErrors(page, EXPECTED))
    return page
  }

  const checkIn =
    (size: Size): Window['check'] =>
    async (page, name, part = 'html') => {
      if (!isSelected(name)) return
      states.add(name)
      if (process.stdout.isTTY) process.stdout.write(`${states.size} ${name}\x1b[K\r`)
      const found = [...(await checkState(page, part)), ...(errorsOf.get(page)?.() ?? [])]
      for (const finding of found) add(finding, name, size)
      if (process.env.SCREENSHOTS) await saveScreenshot(page, `${name}-${size}`)
    }

  const add = (finding: Finding, name: string, size: Size) => {
    findings.push({ ...finding, name, size })
    if (isFailure(finding)) console.log(`${finding.kind} ${finding.rule} · ${name} · ${size}: ${finding.details}`)
  }

  /** A page that can't be visited is a finding; the others are still visited. */
  const attemptIn =
    (size: Size) =>
    async (name: string, work: () => Promise<void>): Promise<void> => {
      if (!isSelected(name)) return
      await work().catch((error: Error) => add({ kind: 'error', rule: 'visit', details: error.message }, name, size))
    }

  const isSelected = (name: string) => selection.length === 0 || selection.some((part) => name.includes(part))

  return {
    browser,
    /** Both at the same time, each in a window with its own cookies. */
    async inBothSizes(visit: (window: Window) => Promise<void>) {
      const visits = (Object.keys(VIEWPORTS) as Size[]).map(async (size) => {
        const context = await browser.newContext({ viewport: VIEWPORTS[size], reducedMotion: 'reduce' })
        await context.addInitScript(RECORD_SHIFTS)
        const page = await newPage(context)
        const checkStill = async (name: string) => {
          for (const finding of await findLayoutShifts(page)) add(finding, name, size)
        }
        await visit({ context, page, size, check: checkIn(size), attempt: attemptIn(size), checkStill })
        await context.close()
      })
      await Promise.all(visits)
    },
    /** Prints the summary; false if something must be fixed. */
    report(): boolean {
      const counts = Object.groupBy(findings, ({ kind, rule }) => `${kind} ${kind === 'overflow' ? '' : rule}`)
      console.log(`\n${states.size} pages and states, in 2 sizes and 2 color schemes`)
      for (const [rule, found = []] of Object.entries(counts)) {
        console.log(`${rule}: ${found.length} on ${new Set(found.map(({ name }) => name)).size} pages`)
      }
      return !findings.some(isFailure)
    },
  }
}

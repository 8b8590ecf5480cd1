import type { Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'

declare global {
  interface Window {
    /** There once its source has run in the page. */
    axe: typeof axe
  }
}

/** Which rules of axe; all but its experimental ones by default. */
type Rules = { tags?: string[]; rules?: string[] }

/**
 * What axe finds wrong on the page as it is. axe runs in the page alone, which has no frames, is loaded once for each page,
 * and describes nothing that passes: descriptions and the joining of frames in a second page cost more than the checks.
 */
export const findViolations = async (page: Page, { tags, rules }: Rules = {}): Promise<Result[]> => {
  const only = tags === undefined ? rules : tags
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(only === undefined ? {} : { runOnly: { type: tags === undefined ? 'rule' : 'tag', values: only } }),
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  if ((await page.locator('iframe').count()) > 0) throw new Error('A frame on the page would not be checked.')
  return page.evaluate(async (given) => (await window.axe.run(document, given)).violations, options)
}

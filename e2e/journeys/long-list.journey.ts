import { expect, test } from '@playwright/test'
import { makeDemoViewer } from './demo-units.ts'
import { enter } from './steps.ts'

/** Rows in the DOM at once, however many the page has: the visible ones and a margin. */
const ROWS_IN_DOM_MAX = 80

test('the whole fleet on one page renders only the visible rows, and every row can be reached', async ({ page }) => {
  await enter(page, '/device/device-list', await makeDemoViewer())
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption({ label: 'All, up to 999' })
  await expect(page).toHaveURL(/size=999/)
  const grid = page.getByRole('grid', { name: 'Devices' })
  // Other journeys leave some units beside the demo's 200.
  await expect(grid).toHaveAttribute('aria-rowcount', /^20\d$/)
  const units = Number(await grid.getAttribute('aria-rowcount')) - 1
  await expect(page.getByText(`1–${units} of ${units}`)).toBeVisible()

  const seen = await grid.evaluate(async (element) => {
    const numbers = new Set<number>()
    let most = 0
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    for (let top = 0; ; top += element.clientHeight / 2) {
      element.scrollTop = top
      await painted()
      const rows = [...element.querySelectorAll('[data-at]')]
      most = Math.max(most, rows.length)
      for (const row of rows) numbers.add(Number(row.getAttribute('data-at')))
      if (top > element.scrollHeight) return { reached: numbers.size, most }
    }
  })
  expect(seen.reached).toBe(units)
  expect(seen.most).toBeLessThan(ROWS_IN_DOM_MAX)
  expect(seen.most).toBeGreaterThan(5)
  // At the end of the list its last row is in view.
  await expect(page.getByRole('row').last().getByRole('gridcell').nth(1)).toHaveText(String(units))
})

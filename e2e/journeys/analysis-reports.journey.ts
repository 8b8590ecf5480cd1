import { api } from '@heatfleet/contract/api.ts'
import { expect } from '@playwright/test'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { enter } from './steps.ts'

const SCREEN = '/device/device-analysis'
const NAME = 'Journey: funnel'

test('a figure is saved as a report, made, fetched as PDF, paused and deleted', async ({ page }) => {
  const { call } = await enter(page, SCREEN)
  await page.getByRole('button', { name: 'Save as report: From import to use' }).click()
  const form = page.getByRole('dialog', { name: 'Save as report' })
  await form.getByLabel('Name').fill(NAME)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('tab', { name: 'Saved reports' }).click()
  const row = page.getByRole('row', { name: NAME })
  await expect(row).toContainText('manually only')
  const violations = await findViolations(page)
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)])).toEqual([])
  const menu = row.getByRole('button', { name: `Actions for ${NAME}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Run now' }).click()
  await expect(row).toContainText('ready', { timeout: 30_000 })
  const download = page.waitForEvent('download')
  await menu.click()
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/funnel\.pdf$/)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).last().click()
  await expect(row).toBeHidden()
  expect((await call(api.analysisReports)).map(({ report_name }) => report_name)).not.toContain(NAME)
})

test('a whole tab is fetched as PDF', async ({ page }) => {
  await enter(page, `${SCREEN}?tab=connectivity`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF of this tab' }).click()
  expect((await download).suggestedFilename()).toMatch(/Connectivity\.pdf$/)
})

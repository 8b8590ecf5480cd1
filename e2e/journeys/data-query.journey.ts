import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { demoUnits } from './demo-units.ts'
import { makePerson } from './people.ts'
import { enter } from './steps.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PERMISSIONS = ['device:view', 'product:view', 'controllog:view'] as const

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const rows = (page: Page) => page.getByRole('grid', { name: 'Data query' }).getByRole('row')
const address = (query: object): string => `/system/data-query?${new URLSearchParams({ q: JSON.stringify(query) })}`
const violations = async (page: Page) => (await findViolations(page)).map(({ id }) => id)

/** Somebody who sees the units of the demo alone: other journeys add units, and rows of two moments are compared. */
const makeAnalyst = async () => {
  const admin = await sharedSession()
  const { person } = await makePerson(admin, { permissions: [...PERMISSIONS], units: await demoUnits(admin) })
  return person
}

test('a query is put together, its tables joined by what belongs together', async ({ page }) => {
  const person = await makeAnalyst()
  await enter(page, '/system/data-query', person)
  const { total } = await person.call(api.deviceList, { body: {} })
  await expect(page.getByRole('main')).toContainText(`${total} rows`)
  expect(await violations(page)).toEqual([])
  await choose(page, 'Add table', 'Products')
  await page.getByRole('button', { name: 'Add aggregation' }).click()
  await expect(page.getByRole('combobox', { name: 'Columns of Products' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Aggregation 1', exact: true })).toBeVisible()
})

test('a query is kept in the address, saved, and copied as a program that runs', async ({ page }) => {
  const person = await makeAnalyst()
  // Units of each product that are on the mobile network.
  const counted = {
    select: [
      { table: 'device', columns: [{ name: 'mac', method: 'count' }] },
      { table: 'product', columns: ['name'] },
    ],
    where: {
      single_table: [{ name: 'net', option: '=', value: '4g' }],
      two_table: [{ table: 'product', name: 'product_key', other_table: 'device', other_name: 'product_key' }],
    },
  }
  await enter(page, address(counted), person)
  await expect(page.getByRole('columnheader', { name: 'Devices · IMEI / MAC: Count' })).toBeVisible()
  const { total: cellular } = await person.call(api.deviceList, { body: { net: '4g' } })
  const counts = page.getByRole('columnheader', { name: 'Devices · IMEI / MAC: Count' })
  await counts.getByRole('button').click()
  // The order is drawn after the click: until then nothing is busy, and the rows are those of before.
  await expect(counts).toHaveAttribute('aria-sort', /./)
  await expect(page.getByRole('grid').locator('[aria-busy=true]')).toHaveCount(0)
  const shown = await rows(page).allInnerTexts()
  expect(shown.length).toBeGreaterThan(1)

  // The address is the query: another window shows the same rows.
  const url = page.url()
  await page.reload()
  await expect.poll(async () => rows(page).allInnerTexts()).toEqual(shown)
  expect(page.url()).toBe(url)

  // The file has what is shown.
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV: Data query' }).click()
  const lines = readFileSync(await (await arriving).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines.length).toBe(shown.length)
  expect(lines.slice(1).reduce((sum, line) => sum + Number(line.split(',').at(0)), 0)).toBe(cellular)

  // A saved query is opened again.
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('textbox').last().fill('Units of products')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Units of products' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`/#${address({ select: { table: 'product', columns: ['name'] } })}`)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('button', { name: 'Units of products', exact: true }).click()
  await expect.poll(async () => rows(page).allInnerTexts()).toEqual(shown)

  // The program that is copied has no token, and gives the same rows.
  await page.getByRole('button', { name: 'Copy…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use this query in a program' })
  const text = dialog.getByRole('region', { name: 'Text to copy' })
  await expect(text).toContainText('"token": "<token>"')
  expect(await violations(page)).toEqual([])
  for (const tab of ['Python', 'TypeScript']) {
    await dialog.getByRole('tab', { name: tab }).click()
    await expect(text).toContainText('HEATFLEET_TOKEN')
    expect(await text.innerText()).not.toContain(person.user.token)
  }
  const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', await text.innerText()], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, HEATFLEET_UID: String(person.user.uid), HEATFLEET_TOKEN: person.user.token },
    timeout: 30_000,
  })
  expect(ran.stderr).toBe('')
  expect(ran.stdout).toContain('"device.mac.count"')
})

test('a refusal is shown at the part it is about, and a table without its right is named', async ({ page }) => {
  const { person } = await makePerson(await sharedSession(), { permissions: ['device:view'] })
  await enter(page, address({ select: { table: 'device', columns: ['mac', 'secret_hash'] } }), person)
  const builder = page.getByRole('region', { name: 'Query', exact: true })
  await expect(builder.getByText('This table has no such column.')).toBeVisible()
  await expect(page.getByText('Tables and columns: This table has no such column.')).toBeVisible()

  await page.goto(
    `/#${address({
      select: { table: 'device', columns: ['mac'] },
      where: {
        single_table: [
          { name: 'mac', option: 'starts_with', value: '8' },
          { name: 'last_report_time', option: '>', value: 'yesterday' },
        ],
      },
    })}`,
  )
  await page.reload()
  await expect(builder.getByText('The value does not fit the column or the comparison.')).toBeVisible()
  await expect(page.getByText(/^Condition 2: /)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await choose(page, 'Comparison of condition 2', 'is not empty')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(page.getByRole('main')).toContainText(/\d rows?/)

  await page.getByRole('combobox', { name: 'Table', exact: true }).click()
  await expect(page.getByRole('option', { name: /^SIM cards \(/ })).toBeDisabled()
  await page.keyboard.press('Escape')

  await page.goto(`/#${address({ select: { table: 'iccid', columns: ['iccid'] } })}`)
  await page.reload()
  await expect(page.getByText(/^Tables and columns: /)).toBeVisible()
})

import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { makePerson } from './people.ts'
import { enter } from './steps.ts'

test('a detector is switched on as a type of alarm and off again, and a distributor may only look', async ({
  page,
}) => {
  const admin = await sharedSession()
  const { person } = await makePerson(admin, {
    permissions: ['device:view', 'alarm:view', 'alarm-rule:view', 'alarm-rule:types'],
  })
  await enter(page, '/issue/alarm-rules?tab=types', person)
  const table = page.getByRole('table', { name: 'Built-in alarm types' })
  // Other journeys leave it alone.
  const row = table.getByRole('row').filter({ hasText: 'Stuck sensor' })
  await expect(row).toContainText('Off')
  await expect(table.getByRole('row').filter({ hasText: 'Critical below 0 °C outdoors' })).toContainText('Always on')
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await row.getByRole('button', { name: 'Edit Stuck sensor' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Stuck sensor' })
  await form.getByLabel('Enabled').check()
  await form.getByRole('combobox', { name: 'Severity' }).click()
  await page.getByTitle('Info', { exact: true }).last().click()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Stuck sensor saved.')).toBeVisible()
  await expect(row).toContainText('On')
  await expect(row).toContainText('Info')
  await page.screenshot({ path: test.info().outputPath('types.png') })
  await row.getByRole('button', { name: 'Edit Stuck sensor' }).click()
  await form.getByLabel('Enabled').uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Off')

  // A limit that is no number is refused at its field.
  await table
    .getByRole('row')
    .filter({ hasText: 'No connection' })
    .getByRole('button', { name: 'Edit Offline' })
    .click()
  const offline = page.getByRole('dialog', { name: 'Edit Offline' })
  await offline.getByLabel(/^Below/).fill('90')
  await offline.getByRole('button', { name: 'Save' }).click()
  await expect(offline.getByLabel(/^Below/)).toHaveAttribute('aria-invalid', 'true')

  const distributor = await sharedSession('zhejiang')
  const { types } = await distributor.call(api.alarmTypeSettings)
  expect(types.find(({ type }) => type === 'stuck_sensor')).toMatchObject({ enabled: false })
  expect(distributor.user.permissions).not.toContain('alarm-rule:types')
})

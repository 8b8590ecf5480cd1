import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { DATA_RECIPIENT_KEY } from '@heatfleet/contract/endpoint.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { expect, type Page } from '@playwright/test'
import { openApp } from '../attacks/app-person.ts'
import { running, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { addUnits } from './demo-units.ts'
import { makePerson } from './people.ts'
import { enter } from './steps.ts'

const violations = async (page: Page) => (await findViolations(page)).map(({ id }) => id)
const DESK = ['device:view', 'appuser:view', 'datagrant:view'] as const

/** An owner of a new unit who lets a third party read it; the third party read once. */
const makeGrant = async () => {
  const admin = await sharedSession()
  const stamp = `${Date.now()}`
  const app = await openApp(running.url(), admin.call, `Data ${stamp}`)
  const owner = await app.join(`data-${stamp}@example.com`)
  const [unit] = await addUnits(1)
  if (unit === undefined) throw new Error('no unit was added')
  const bound = { mac: unit.mac, role: 'owner', reason: 'journey' } as const
  await admin.call(api.bindDevice, { params: { id: owner.app_user_id }, body: bound })
  const { token } = await owner.call(api.appGrantData, {
    params: { device_id: unit.mac },
    body: { recipient: `Advice ${stamp}`, purpose: 'Efficiency report', expires_in_days: 30 },
  })
  const recipient = createClient({ base_url: running.url(), key: DATA_RECIPIENT_KEY, token: () => token })
  await recipient(api.recipientLatest)
  return { unit, owner, recipient, name: `Advice ${stamp}` }
}

test('the operator sees who reads the data of a unit, and revokes it with a reason that its owner sees', async ({
  page,
}) => {
  const { unit, owner, recipient, name } = await makeGrant()
  const { person } = await makePerson(await sharedSession(), {
    permissions: [...DESK, 'datagrant:revoke'],
    units: [unit],
  })
  await enter(page, '/app-user/data-grants', person)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Efficiency report')
  await expect(row).toContainText('Active')
  expect(await violations(page)).toEqual([])

  await row.getByRole('button', { name: `Actions for ${name} at ${unit.device_name}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke access' }).click()
  const dialog = page.getByRole('dialog', { name: `Revoke access of ${name}?` })
  const revoke = dialog.getByRole('button', { name: 'Revoke' })
  await expect(revoke).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The token was published')
  expect(await violations(page)).toEqual([])
  await revoke.click()
  await expect(row).toContainText('Revoked by staff')

  const refused = await recipient(api.recipientLatest).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  const [grant] = await owner.call(api.appDataGrants, { params: { device_id: unit.mac } })
  expect(grant).toMatchObject({ state: 'revoked_by_operator', end_reason: 'The token was published', access_count: 1 })
  // An access that has ended is not revoked again.
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Revoke access' })).toBeDisabled()
})

test('who may not revoke is not offered it, and the list is narrowed by state', async ({ page }) => {
  const { unit, name } = await makeGrant()
  const { person } = await makePerson(await sharedSession(), { permissions: [...DESK], units: [unit] })
  await enter(page, '/app-user/data-grants?state=active', person)
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Open device' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Revoke access' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await enter(page, '/app-user/data-grants?state=expired', person)
  await expect(row).toHaveCount(0)
})

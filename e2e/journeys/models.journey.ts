import { api } from '@heatfleet/contract/api.ts'
import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { expect } from '@playwright/test'
import { type SignedIn, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { addUnits } from './demo-units.ts'
import { createUnknownBoard } from './product-steps.ts'
import { enter, pickFirst } from './steps.ts'

const BUILT_IN = 'r290-monobloc'

/** A virtual unit of the built-in product that is online; `board_pk` names another board behind its module. */
const startUnit = async ({ call }: SignedIn, board_pk?: string): Promise<string> => {
  const body = { of: 'published' as const, agent_id: null, ...(board_pk === undefined ? {} : { board_pk }) }
  const { mac } = await call(api.virtualUnitStart, { params: { product_key: BUILT_IN }, body })
  await expect
    .poll(async () => (await call(api.deviceModel, { query: { mac } })).online_status, {
      message: 'the unit is online',
    })
    .toBe('online')
  return mac
}

test('two units are detected together, one is recognized and set, an unknown board stays unrecognized with its evidence', async ({
  page,
}) => {
  test.slow()
  const admin = await sharedSession()
  const board_pk = await createUnknownBoard(admin)
  const known = await startUnit(admin)
  const unknown = await startUnit(admin, board_pk)
  await admin.call(api.productDisable, { params: { product_key: board_pk }, body: { disabled: true } })

  await enter(page, `/device/model-setting?keyword=${known},${unknown}`, admin)
  const list = page.getByRole('grid', { name: 'Model setting' })
  await expect(list.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Detect model' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('No device selected.')
  await list.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Detect model' }).click()
  await page
    .getByRole('dialog', { name: 'Detect the models of 2 devices?' })
    .getByRole('button', { name: 'Detect', exact: true })
    .click()
  const batch = page.getByRole('dialog', { name: /^Detect model, batch/ })
  await expect(batch.getByRole('status')).toContainText('2 of 2 finished')
  await expect(batch.getByRole('status')).toContainText('1 succeeded, 1 failed, 0 rejected')
  await expect(batch.getByRole('row').filter({ hasText: known })).toContainText('R290 monobloc')
  await expect(batch.getByRole('row').filter({ hasText: unknown })).toContainText('no known register list fits')
  await expect(batch.getByRole('button', { name: 'Retry failed' })).toBeEnabled()

  await page.goto(`/#/device/model-setting?keyword=${known},${unknown}&unit=${known}`)
  const unit = page.getByRole('dialog', { name: new RegExp(known) })
  await expect(unit.getByRole('table', { name: 'Candidates' })).toContainText('Chosen')
  await expect(unit.getByRole('table', { name: 'Registers probed' })).toContainText('19200 8N2')
  await unit.getByRole('button', { name: 'Set model…' }).click()
  const form = page.getByRole('dialog', { name: /^Set the model of/ })
  await form.getByRole('button', { name: 'Set model' }).click()
  await expect(form).toContainText('No product or model selected.')
  await pickFirst(form.getByRole('combobox', { name: 'Model' }), BUILT_IN)
  await form.getByRole('button', { name: 'Set model' }).click()
  await expect(form).toBeHidden()
  await expect(unit.getByRole('row').filter({ hasText: 'Set model' })).toContainText('Effective')
  await expect(unit.getByText('Agrees', { exact: true })).toBeVisible()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])

  await page.goto(`/#/device/device-detail/${unknown}`)
  await page.getByRole('link', { name: 'Open model' }).click()
  const model = page.getByRole('tabpanel', { name: 'Model' })
  await expect(model.getByText('Device not identified.')).toBeVisible()
  await expect(model.getByRole('table', { name: 'Candidates' })).toContainText('R290 monobloc')
  await expect(model.getByRole('table', { name: 'Registers probed' })).toContainText('Rejected · exception 2')

  for (const mac of [known, unknown]) await admin.call(api.virtualUnitStop, { params: { mac } })
})

test('the end of the SIM card stands on the unit and leads to the card', async ({ page }) => {
  const admin = await sharedSession()
  const [{ mac } = { mac: '' }] = await addUnits(1)
  const iccid = imeiOf(`898698${String(Date.now() % 1_000_000_000_000).padStart(12, '0')}`)
  const { card_id } = await admin.call(api.iccidCreate, {
    body: { iccid, status: 'active', expiration_time: '2020-01-31T00:00:00.000Z' },
  })
  await admin.call(api.iccidBind, { params: { id: card_id }, body: { mac } })
  await enter(page, `/device/device-detail/${mac}`)
  await page.getByRole('link', { name: 'SIM expired' }).click()
  await expect(page.getByRole('dialog', { name: iccid })).toBeVisible()
})

import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { demoUnits, waitForDemo } from './demo-units.ts'
import { enter } from './steps.ts'

/** A unit whose first day is over and whose report nobody has signed. */
const pickUnit = async (): Promise<string> => {
  const admin = await sharedSession()
  for (const { mac } of (await demoUnits(admin)).toReversed()) {
    const { findings, signature } = await admin.call(api.deviceCommissioning, { query: { mac } })
    if (findings !== null && findings.hours >= 24 && signature === null) return mac
  }
  throw new Error('no unit of the demo has a day of data')
}

test('the commissioning report of a unit is checked, signed, saved as PDF and withdrawn', async ({ page }) => {
  await waitForDemo()
  const mac = await pickUnit()
  await enter(page, `/device/device-detail/${mac}?tab=install`)
  await page.getByRole('tab', { name: 'Install & service' }).click()
  const checks = page.getByRole('table', { name: 'Commissioning report' })
  await expect(checks.getByRole('row', { name: /^Flow–return difference/ })).toContainText('K')
  await expect(checks.getByRole('row')).toHaveCount(12)

  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign the commissioning report' })
  await dialog.getByRole('textbox', { name: 'Name of signatory' }).fill('Jan Nowak')
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Handed over to the owner.')
  const pad = await dialog.getByRole('img', { name: 'Draw the signature here' }).boundingBox()
  if (pad === null) throw new Error('no place to sign')
  await page.mouse.move(pad.x + 40, pad.y + pad.height / 2)
  await page.mouse.down()
  for (let at = 1; at < 12; at += 1)
    await page.mouse.move(pad.x + 40 + at * 25, pad.y + pad.height / 2 + (at % 2 === 0 ? -25 : 25))
  await page.mouse.up()
  await dialog.getByRole('button', { name: 'Sign report' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('img', { name: 'Signature of Jan Nowak' })).toBeVisible()
  await expect(page.getByText(/Signed by Jan Nowak \(account /)).toBeVisible()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^Commissioning report – .*\.pdf$/)

  await page.getByRole('button', { name: 'Withdraw signature' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Withdraw the signature?' })
  await question.getByRole('button', { name: 'Withdraw signature' }).click()
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()

  // By keyboard, without a drawing.
  await page.getByRole('button', { name: 'Sign', exact: true }).press('Enter')
  await dialog.getByRole('textbox', { name: 'Name of signatory' }).fill('Anna Nowak')
  await dialog.getByRole('radio', { name: 'Confirm with this account' }).check()
  await dialog.getByRole('checkbox', { name: /^I confirm the report/ }).check()
  await dialog.getByRole('button', { name: 'Sign report' }).press('Enter')
  await expect(page.getByText(/Signed by Anna Nowak .* Confirmed with the account\./)).toBeVisible()
  const admin = await sharedSession()
  await admin.call(api.withdrawCommissioning, { query: { mac } })
})

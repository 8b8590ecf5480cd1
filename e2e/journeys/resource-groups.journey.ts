import { readFileSync } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import { expect } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { test } from './close-contexts.ts'
import { demoUnits } from './demo-units.ts'
import { makePerson } from './people.ts'
import { deviceRows, enter } from './steps.ts'

test('a resource group is created, assigned, limits an account, is exported, and is kept while in use', async ({
  browser,
  page,
}) => {
  // Two consoles and a dozen steps.
  test.slow()
  const admin = await sharedSession()
  // Nobody ships to this city: units that come to it between two counts would be counted.
  const city = 'Ciepło Kraków'
  const name = `City ${Date.now().toString(36)}`
  const agents = await admin.call(api.menuAgents)
  const { agent_id } = agents.find(({ agent_name }) => agent_name === city) ?? { agent_id: 0 }
  const within = await admin.call(api.deviceList, { query: { size: 1 }, body: { agent_id } })
  const inside = await admin.call(api.deviceList, { query: { size: 999 }, body: { agent_id } })
  const known = new Set(inside.list.map(({ mac }) => mac))
  const one_more = (await demoUnits(admin)).find(({ mac }) => !known.has(mac))?.mac ?? ''
  const count = within.total + 1

  // Created: the preview counts its units before saving, and an unknown id is reported.
  await enter(page, '/user/resource-groups?group=new', admin)
  const form = page.getByRole('dialog', { name: 'New group' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('combobox', { name: /^Distributors, including/ }).fill(city)
  await page.getByTitle(new RegExp(`${city}$`)).click()
  // Closes the choices, not the form.
  await page.keyboard.press('Escape')
  await expect(form.getByRole('combobox', { name: /^Distributors, including/ })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  const preview = form.getByRole('region', { name: 'Group contents' })
  await expect(preview.getByRole('status')).toContainText(`${within.total} device`)
  const singles = form.getByRole('textbox', { name: 'Individual devices' })
  await singles.fill(`${one_more}, a4c1380fffff`)
  await expect(preview.getByRole('alert')).toContainText('a4c1380fffff')
  await singles.fill(one_more)
  await expect(preview.getByRole('status')).toContainText(`${count} devices`)
  await expect(preview.getByText('1 individual device.', { exact: false })).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(city)
  const { list: groups } = await admin.call(api.resourceGroupList, { body: { group_name: name } })
  const group_id = groups[0]?.group_id ?? 0

  // Assigned: the account sees the units of the group from its next request on.
  const { person } = await makePerson(admin, { permissions: ['device:view'] })
  expect((await person.call(api.deviceList, { query: { size: 1 } })).total).toBeGreaterThan(count)
  const by_id = { params: { id: person.user.uid } }
  const { role_id, email, updated_at } = await admin.call(api.accountInfo, by_id)
  await admin.call(api.accountEdit, {
    ...by_id,
    body: { role_id, email, phone: null, agent_id: null, resource_group_id: group_id, updated_at },
  })
  const own = await (await browser.newContext()).newPage()
  await enter(own, '/device/device-list', person)
  await expect(own.getByRole('tab', { name: /^All/ })).toContainText(String(count))
  await own.goto(`/#/device/device-list?keyword=${one_more}`)
  await expect(deviceRows(own)).toHaveCount(1)

  // In use: the count links to the accounts, and a deletion names them.
  await page.reload()
  await row.getByRole('link', { name: '1', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/user/user-list\\?.*resource_group_id=${group_id}`))
  await expect(page.getByRole('row').filter({ hasText: person.user.user_name })).toBeVisible()
  await page.goBack()
  await row.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const confirmation = page.getByRole('dialog', { name: `Delete group ${name}?` })
  await confirmation.getByRole('textbox', { name: 'Reason' }).fill('Of no use any more')
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(confirmation).toContainText(person.user.user_name)
  await page.keyboard.press('Escape')

  // The export has the texts of the list.
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: /^Export/ })
  await dialog.getByRole('radio', { name: /CSV/ }).check()
  await dialog.getByRole('button', { name: 'Start export' }).click()
  // Until then the list of exports has none, or an earlier one of this name.
  await expect(dialog).toBeHidden()
  await page.goto('/#/center/exports')
  const record = page.getByRole('row', { name: /Resource groups/ }).first()
  await expect(record.getByText('Done')).toBeVisible()
  const arriving = page.waitForEvent('download')
  await record.getByRole('button', { name: /^Download/ }).click()
  const lines = readFileSync(await (await arriving).path(), 'utf8').split('\r\n')
  expect(lines.find((of) => of.includes(name))).toContain(city)
  expect(lines.some((of) => of.startsWith('"Whole fleet"') || of.startsWith('Whole fleet'))).toBe(true)
})

test('a resource group that a policy names is not deleted, and the dialog leads to the policy', async ({ page }) => {
  const admin = await sharedSession()
  const run = Date.now().toString(36)
  const [group_name, policy_name] = [`Kept ${run}`, `Night shift ${run}`]
  const [product] = (await admin.call(api.productInfo, { body: {} })).list
  const { group_id } = await admin.call(api.createResourceGroup, {
    body: { group_name, product_keys: [product?.product_key ?? ''] },
  })
  const { policy_id, updated_at } = await admin.call(api.createPolicy, {
    body: {
      policy_name,
      events: ['rollout_ended'],
      to_distributor: true,
      resource_group_id: group_id,
      quiet_hours: { on: false, from: '22:00', to: '07:00' },
      time_zone: 'UTC',
    },
  })
  await enter(page, `/user/resource-groups?group_name=${encodeURIComponent(group_name)}`, admin)
  const confirm = async () => {
    await page.getByRole('button', { name: `Actions for ${group_name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete group ${group_name}?` })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Of no use any more')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    return dialog
  }
  const dialog = await confirm()
  await expect(dialog.getByRole('alert')).toContainText('It is still used and cannot be deleted')
  await dialog.getByRole('link', { name: policy_name }).click()
  await expect(page).toHaveURL(/issue\/notifications\?policy_name=/)
  await expect(page.getByRole('row').filter({ hasText: policy_name })).toBeVisible()
  await admin.call(api.deletePolicy, { params: { id: policy_id }, query: { updated_at } })
  await page.goto(`/#/user/resource-groups?group_name=${encodeURIComponent(group_name)}`)
  await confirm()
  await expect(page.getByRole('row').filter({ hasText: group_name })).toHaveCount(0)
})

test('a deletion that fails at the server says so, keeps what was typed, and succeeds when tried again', async ({
  page,
}) => {
  const admin = await sharedSession()
  const group_name = `Failing ${Date.now().toString(36)}`
  const [product] = (await admin.call(api.productInfo, { body: {} })).list
  await admin.call(api.createResourceGroup, { body: { group_name, product_keys: [product?.product_key ?? ''] } })
  await enter(page, `/user/resource-groups?group_name=${encodeURIComponent(group_name)}`, admin)
  await page.getByRole('button', { name: `Actions for ${group_name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete group ${group_name}?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Of no use any more')
  await page.route(/resource-group\/.*group-info/, (route) => route.fulfill({ status: 502, body: '' }))
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Deleting failed. Try again later.')
  await page.unroute(/resource-group\/.*group-info/)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row').filter({ hasText: group_name })).toHaveCount(0)
})

test('who made a group, and for which distributor, is whole on hover where the column is too narrow', async ({
  page,
}) => {
  const own = await sharedSession('zhejiang')
  const group_name = `Zhejiang ${Date.now().toString(36)}`
  await own.call(api.createResourceGroup, { body: { group_name } })
  await enter(page, '/user/resource-groups', own)
  const creator = page.getByRole('row').filter({ hasText: group_name }).getByTitle('zhejiang · 浙江暖源热泵')
  expect(await creator.evaluate((text) => getComputedStyle(text).textOverflow)).toBe('ellipsis')
})

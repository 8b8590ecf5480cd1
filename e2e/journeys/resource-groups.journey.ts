import { readFileSync } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import { expect } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { makePerson } from './people.ts'
import { deviceRows, enter } from './steps.ts'
import { test } from './windows.ts'

test('a group of a distributor and one unit more is made, given, seen through, written to a file, and kept while used', async ({
  browser,
  page,
}) => {
  // Two consoles and a dozen steps.
  test.slow()
  const admin = await sharedSession()
  const name = `Hangzhou ${Date.now().toString(36)}`
  const agents = await admin.call(api.menuAgents)
  const { agent_id } = agents.find(({ agent_name }) => agent_name === '杭州暖源') ?? { agent_id: 0 }
  const within = await admin.call(api.deviceList, { query: { size: 1 }, body: { agent_id } })
  const { list } = await admin.call(api.deviceList, { query: { size: 999 } })
  const inside = await admin.call(api.deviceList, { query: { size: 999 }, body: { agent_id } })
  const known = new Set(inside.list.map(({ mac }) => mac))
  const one_more =
    list.find(({ mac, device_name }) => !known.has(mac) && !device_name.startsWith('Virtual '))?.mac ?? ''
  const count = within.total + 1

  // Made: what it comes to is told before anything is saved, and an id that is no unit is said to be none.
  await enter(page, '/user/resource-groups?group=new', admin)
  const form = page.getByRole('dialog', { name: 'New group' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('combobox', { name: /^Distributors, each/ }).fill('杭州暖源')
  await page.getByTitle(/杭州暖源$/).click()
  // Closes the choices, not the form.
  await page.keyboard.press('Escape')
  await expect(form.getByRole('combobox', { name: /^Distributors, each/ })).toHaveAttribute('aria-expanded', 'false')
  const preview = form.getByRole('region', { name: 'What the group holds' })
  await expect(preview.getByRole('status')).toContainText(`${within.total} device`)
  const singles = form.getByRole('textbox', { name: 'Single devices' })
  await singles.fill(`${one_more}, a4c1380fffff`)
  await expect(preview.getByRole('alert')).toContainText('a4c1380fffff')
  await singles.fill(one_more)
  await expect(preview.getByRole('status')).toContainText(`${count} devices`)
  await expect(preview.getByText('1 single device.', { exact: false })).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  const line = page.getByRole('row').filter({ hasText: name })
  await expect(line).toContainText('杭州暖源')
  const { list: groups } = await admin.call(api.resourceGroupList, { body: { group_name: name } })
  const group_id = groups[0]?.group_id ?? 0

  // Given: the account sees what the group holds, from its next call on.
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

  // Who has it: a number that leads to the accounts, and why it cannot be deleted.
  await page.reload()
  await line.getByRole('link', { name: '1', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/user/user-list\\?.*resource_group_id=${group_id}`))
  await expect(page.getByRole('row').filter({ hasText: person.user.user_name })).toBeVisible()
  await page.goBack()
  await line.getByRole('button', { name: `Actions of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: `Delete the group ${name}?` })
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Of no use any more')
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(asked).toContainText(person.user.user_name)
  await page.keyboard.press('Escape')

  // The file: what the list shows, in the person's words.
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  const ask = page.getByRole('dialog', { name: /^Export/ })
  await ask.getByRole('radio', { name: /CSV/ }).check()
  await ask.getByRole('button', { name: 'Start export' }).click()
  await page.goto('/#/center/exports')
  const record = page.getByRole('row', { name: /Resource groups/ }).first()
  await expect(record.getByText('Done')).toBeVisible()
  const arriving = page.waitForEvent('download')
  await record.getByRole('button', { name: /^Download/ }).click()
  const lines = readFileSync(await (await arriving).path(), 'utf8').split('\r\n')
  expect(lines.find((of) => of.includes(name))).toContain('杭州暖源')
  expect(lines.some((of) => of.startsWith('"Whole fleet"') || of.startsWith('Whole fleet'))).toBe(true)
})

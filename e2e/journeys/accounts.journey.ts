import { api } from '@heatfleet/contract/api.ts'
import { expect } from '@playwright/test'
import { running, sharedSession } from '../running.ts'
import { test } from './close-contexts.ts'
import { enter, fillLogIn } from './steps.ts'

test('an account is created, chooses its password, is in the audit log, and is signed out when it is disabled', async ({
  browser,
}) => {
  // Two people and a dozen steps.
  test.slow()
  const name = `office-${Date.now().toString(36)}`
  const admin = await browser.newPage()
  await enter(admin, '/distributor/distributor-list')
  await admin
    .getByRole('button', { name: /^Actions for 浙江暖源热泵/ })
    .first()
    .click()
  await admin.getByRole('menuitem', { name: 'Create account' }).click()
  await admin.getByRole('textbox', { name: 'User name' }).fill(name)
  await admin.getByRole('textbox', { name: 'E-mail' }).fill(`${name}@example.com`)
  await admin.getByRole('combobox', { name: 'Role' }).click()
  await admin.getByTitle('County agent').click()
  await admin.getByRole('combobox', { name: 'Resource group' }).click()
  await admin.getByTitle('Whole fleet').click()
  await admin.getByRole('button', { name: 'Generate' }).click()
  const initial = await admin.getByLabel('Initial password').inputValue()
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByRole('heading', { name })).toBeVisible()
  await expect(admin.getByText('Initial password', { exact: true })).toBeVisible()

  // A browser context of its own, without the administrator's session.
  const person = await (await browser.newContext()).newPage()
  await person.goto(running.url())
  await fillLogIn(person, name, initial)
  await expect(person.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await person.getByLabel('New password', { exact: true }).fill('Otter-Marble-52')
  await person.getByLabel('Repeat', { exact: false }).fill('Otter-Marble-52')
  await person.getByRole('button', { name: 'Save and continue' }).click()
  await expect(person.getByRole('heading', { name: 'Devices' })).toBeVisible()

  // Columns and saved views follow the account to another browser.
  await person.getByRole('button', { name: 'Columns', exact: true }).click()
  // `uncheck` would fail: the box follows the stored preference, a moment after the click.
  const column = person.getByRole('checkbox', { name: 'Product', exact: true })
  await column.click()
  await expect(column).not.toBeChecked()
  await person.keyboard.press('Escape')
  await person.getByRole('button', { name: 'Saved views' }).click()
  await person.getByRole('textbox', { name: 'View name' }).fill('Mine')
  await person.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(person.getByRole('button', { name: 'Delete view Mine' })).toBeVisible()
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(running.url())
  await fillLogIn(elsewhere, name, 'Otter-Marble-52')
  await expect(elsewhere.getByRole('button', { name: 'Mine', exact: true })).toBeVisible()
  await expect(elsewhere.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  await expect(elsewhere.getByRole('columnheader', { name: 'Product', exact: true })).toBeHidden()

  await admin.getByRole('tab', { name: 'Operation log' }).click()
  await expect(admin.getByRole('gridcell', { name: 'Create account' })).toBeVisible()
  await expect(admin.getByRole('gridcell', { name: 'Change own password' })).toBeVisible()

  // A forgotten password: the holder of the reset link chooses a new one.
  await admin.goto(`/#/user/user-list?user_name=${name}`)
  await admin.getByRole('button', { name: `Actions for ${name}` }).click()
  await admin.getByRole('menuitem', { name: 'Reset link' }).click()
  await admin.getByRole('button', { name: 'Create link' }).click()
  const link = await admin.getByRole('dialog').getByRole('code').innerText()
  await admin.getByRole('checkbox', { name: 'I have stored it', exact: false }).check()
  await admin.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  const forgetful = await (await browser.newContext()).newPage()
  await forgetful.goto(link)
  await forgetful.getByLabel('New password', { exact: true }).fill('Otter-Marble-53')
  await forgetful.getByLabel('Repeat', { exact: false }).fill('Otter-Marble-53')
  await forgetful.getByRole('button', { name: 'Save password' }).click()
  await forgetful.getByRole('button', { name: 'Go to sign-in' }).click()
  await expect(person.getByRole('button', { name: 'Sign in' }), 'every session is over').toBeVisible()
  await fillLogIn(person, name, 'Otter-Marble-53')
  await expect(person.getByRole('heading', { name: 'Devices' })).toBeVisible()

  await admin.getByRole('button', { name: `Actions for ${name}` }).click()
  await admin.getByRole('menuitem', { name: 'Disable' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(admin.getByText(`${name} is disabled.`)).toBeVisible()
  await expect(person.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await fillLogIn(person, name, 'Otter-Marble-53')
  await expect(person.getByText('This account is disabled', { exact: false })).toBeVisible()
})

test('an account shows its role, group and distributor while the choices cannot be loaded, with an error', async ({
  page,
}) => {
  const { call } = await sharedSession()
  // One of the demo: those that other journeys make are disabled or moved by them.
  const { list } = await call(api.accountList, { body: { user_name: 'zhejiang' } })
  const account = list.find(({ user_name }) => user_name === 'zhejiang')
  const choices = /account\/grantable|list-menu-agent/
  await page.route(choices, (route) => route.fulfill({ status: 500, body: '' }))
  await enter(page, `/user/user-detail/${account?.uid}`)
  const form = page.getByRole('tabpanel')
  for (const name of [account?.agent_name, account?.role_name, account?.resource_group_name])
    await expect(form.getByTitle(name ?? '', { exact: true })).toHaveValue(name ?? '')
  await expect(form.getByRole('alert')).toBeVisible()
  await page.unroute(choices)
  await form.getByRole('button', { name: 'Try again' }).click()
  await expect(form.getByRole('alert')).toBeHidden()
})

test('a province corrects the e-mail of an account it made, though it sees contacts masked', async ({ page }) => {
  const province = await sharedSession('zhejiang')
  const { roles, resource_groups } = await province.call(api.accountGrantable)
  const name = `mistyped-${Date.now().toString(36)}`
  const { uid } = await province.call(api.accountCreate, {
    body: {
      user_name: name,
      phone: '13800138000',
      email: `${name}@exmaple.com`,
      role_id: roles.find(({ role_name }) => role_name === 'Province agent')?.role_id ?? 0,
      resource_group_id: resource_groups[0]?.resource_group_id ?? 0,
      agent_id: province.user.agent_id,
      password: 'Otter-Marble-52',
    },
  })
  await enter(page, `/user/user-detail/${uid}`, province)
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await expect(email).toHaveValue('')
  await expect(email).toHaveAccessibleDescription('Stored: m***@exmaple.com. Enter a new one to replace it.')
  await email.fill(`${name}@example.com`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(email).toHaveAccessibleDescription('Stored: m***@example.com. Enter a new one to replace it.')
  // What was not typed stays.
  const admin = await sharedSession()
  const stored = await admin.call(api.accountInfo, { params: { id: uid } })
  expect(stored).toMatchObject({ email: `${name}@example.com`, phone: '13800138000' })
})

import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { expect, type Page, test } from '@playwright/test'
import { running, type SignedIn, signIn } from '../running.ts'
import { enter } from './steps.ts'

/** The role of one person, made by the administrator for this journey, and somebody signed in who has it. */
const makePerson = async (admin: SignedIn): Promise<{ role_id: number; role_name: string; person: SignedIn }> => {
  const stamp = Date.now().toString(36)
  const role_name = `Desk ${stamp}`
  const user_name = `desk-${stamp}`
  const { role_id } = await admin.call(api.createRole, {
    body: {
      role_name,
      level: 'manufacturer',
      permissions: ['device:view', 'device:edit', 'role:view'],
      data_scope: 'all',
    },
  })
  const groups = await admin.call(api.resourceGroupList, { body: { grantable: true } })
  const resource_group_id = groups.list.find(({ everything }) => everything)?.group_id ?? 0
  const password = `First-${stamp}`.slice(0, 16)
  await admin.call(api.accountCreate, {
    body: {
      user_name,
      email: `${user_name}@example.com`,
      phone: null,
      role_id,
      resource_group_id,
      agent_id: null,
      password,
    },
  })
  const first = createClient({ base_url: running.url(), token: () => null })
  const { token } = await first(api.login, { body: { user_name, password } })
  await createClient({ base_url: running.url(), token: () => token })(api.modifyPassword, {
    body: { old_password: password, new_password: running.password() },
  })
  return { role_id, role_name, person: await signIn(user_name) }
}

/** The administrator takes a right out of the role and saves. */
const takeRight = async (page: Page, right: string): Promise<void> => {
  await page.getByRole('tree', { name: 'Rights', exact: true }).getByRole('treeitem', { name: right }).click()
  await page.getByRole('button', { name: /^Save for 1 account/ }).click()
  // The word of an earlier save may still be there.
  await expect(page.getByText(/^Role Desk .* saved/).last()).toBeVisible()
}

test('a role loses rights while its user looks at the screen', async ({ browser }) => {
  // Two consoles and a dozen steps.
  test.slow()
  const admin = await signIn()
  const { role_id, role_name, person } = await makePerson(admin)
  const { list } = await admin.call(api.deviceList, { query: { pageNo: 1, size: 20 } })
  // A virtual unit comes and goes with the journey that tries one.
  const { mac } = list.find(({ device_name }) => !device_name.startsWith('Virtual ')) ?? { mac: '' }
  const [own, office] = await Promise.all([browser.newPage(), browser.newPage()])
  await enter(own, `/device/device-detail/${mac}`, person)
  await enter(office, `/user/role-detail/${role_id}`, admin)
  await expect(office.getByText('1 account has this role (1 signed in).', { exact: false })).toBeVisible()
  const rename = own.getByRole('button', { name: 'Rename' })
  await expect(rename).toBeVisible()
  await expect(rename).not.toHaveAttribute('aria-disabled')

  // A button: disabled where it stands, with its reason, and refused to whoever calls past the screen.
  await takeRight(office, 'Edit devices')
  await expect(rename).toHaveAttribute('aria-disabled', 'true')
  await expect(person.call(api.deviceUpdate, { query: { mac, device_name: 'Mine' } })).rejects.toThrow('no permission')

  // A menu entry: gone; its screen stays where it is and names the right.
  const menu = own.getByRole('navigation', { name: 'Main menu' })
  await own.goto(`/#/user/role-detail/${role_id}`)
  await expect(own.getByRole('heading', { name: role_name })).toBeVisible()
  await expect(menu.getByLabel('User management')).toBeVisible()
  await takeRight(office, 'See roles')
  await expect(menu.getByLabel('User management')).toHaveCount(0)
  await expect(own.getByText('“role:view”', { exact: false })).toBeVisible()
  expect(own.url()).toContain(`/user/role-detail/${role_id}`)

  // Given back, the screen is there again: nobody logged in anew.
  await takeRight(office, 'See roles')
  await expect(own.getByRole('heading', { name: role_name })).toBeVisible()
  await Promise.all([own.close(), office.close()])
})

import { readFileSync } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { test } from './close-contexts.ts'
import { demoUnits } from './demo-units.ts'
import { makePerson } from './people.ts'
import { enter } from './steps.ts'

/** The administrator toggles a permission of the role and saves. */
const togglePermission = async (page: Page, right: string): Promise<void> => {
  await page.getByRole('tree', { name: 'Rights', exact: true }).getByRole('treeitem', { name: right }).click()
  await page.getByRole('button', { name: /^Save for 1 account/ }).click()
  // The message of an earlier save may still be there.
  await expect(page.getByText(/^Role Desk .* saved/).last()).toBeVisible()
}

test('a role loses permissions while a user of it has the screen open', async ({ browser }) => {
  // Two consoles and a dozen steps.
  test.slow()
  const admin = await sharedSession()
  const { role_id, role_name, person } = await makePerson(admin, {
    permissions: ['device:view', 'device:edit', 'role:view'],
  })
  const [{ mac } = { mac: '' }] = await demoUnits(admin)
  const [own, office] = await Promise.all([browser.newPage(), browser.newPage()])
  await enter(own, `/device/device-detail/${mac}`, person)
  await enter(office, `/user/role-detail/${role_id}`, admin)
  await expect(office.getByText('1 account has this role (1 signed in).', { exact: false })).toBeVisible()
  const rename = own.getByRole('button', { name: 'Rename' })
  await expect(rename).toBeVisible()
  await expect(rename).not.toHaveAttribute('aria-disabled')

  // A button: disabled in place with its reason; the endpoint refuses as well.
  await togglePermission(office, 'Edit devices')
  await expect(rename).toHaveAttribute('aria-disabled', 'true')
  await expect(person.call(api.deviceUpdate, { query: { mac, device_name: 'Mine' } })).rejects.toThrow('no permission')

  // A menu entry: gone; its open screen names the missing permission.
  const menu = own.getByRole('navigation', { name: 'Main menu' })
  await own.goto(`/#/user/role-detail/${role_id}`)
  await expect(own.getByRole('heading', { name: role_name })).toBeVisible()
  await expect(menu.getByLabel('User management')).toBeVisible()
  await togglePermission(office, 'View roles')
  await expect(menu.getByLabel('User management')).toHaveCount(0)
  await expect(own.getByText('“View roles”', { exact: false })).toBeVisible()
  expect(own.url()).toContain(`/user/role-detail/${role_id}`)

  // Granted again, the screen is back without a new log-in.
  await togglePermission(office, 'View roles')
  await expect(own.getByRole('heading', { name: role_name })).toBeVisible()
  await Promise.all([own.close(), office.close()])
})

test('two roles that differ only in a scope override are not shown as equal', async ({ page }) => {
  const admin = await sharedSession()
  const stamp = Date.now().toString(36)
  const make = (name: string, scope_overrides: { audit?: 'own_records' }) =>
    admin.call(api.createRole, {
      body: {
        role_name: `${name} ${stamp}`,
        level: 'manufacturer',
        permissions: ['device:view', 'audit:view'],
        data_scope: 'all',
        scope_overrides,
      },
    })
  const [plain, careful] = [await make('Plain', {}), await make('Careful', { audit: 'own_records' })]
  await enter(page, `/user/role-list?role_name=${stamp}`, admin)
  await page.getByRole('checkbox', { name: plain.role_name }).check()
  const compare = page.getByRole('button', { name: 'Compare' })
  await expect(compare).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('checkbox', { name: careful.role_name }).check()
  await compare.click()
  const both = page.getByRole('dialog', { name: 'Compare roles' })
  const row = both.getByRole('row').filter({ hasText: 'Audit log' })
  await expect(row.getByRole('cell')).toHaveText(
    // In the order they were ticked.
    ['Same as role', 'Own records'],
  )
  await expect(both.getByText('The two roles are identical.')).toBeHidden()
  await expect(both.getByRole('row').filter({ hasText: 'View devices' })).toBeHidden()
  await both.getByRole('switch', { name: 'Differences only' }).click()
  await expect(both.getByRole('row').filter({ hasText: 'View devices' })).toBeVisible()

  // The export of all roles names the exception.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: /^Export/ })
  await dialog.getByRole('radio', { name: /CSV/ }).check()
  await dialog.getByRole('button', { name: 'Start export' }).click()
  // Until then the list of exports has none, or an earlier one of this name.
  await expect(dialog).toBeHidden()
  await page.goto('/#/center/exports')
  const record = page.getByRole('row', { name: /Roles and rights/ }).first()
  await expect(record.getByText('Done')).toBeVisible()
  const arriving = page.waitForEvent('download')
  await record.getByRole('button', { name: /^Download/ }).click()
  const lines = readFileSync(await (await arriving).path(), 'utf8').split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain('Data scope')
  expect(lines.find((of) => of.includes(plain.role_name))).not.toContain('Audit log')
  expect(lines.find((of) => of.includes(careful.role_name))).toContain('"All data","Audit log: Own records"')
})

test('the role form previews the menu while permissions are ticked', async ({ page }) => {
  await enter(page, '/user/role-detail/new')
  const menu = page.locator('section').filter({ hasText: 'Menu as seen by accounts with this role' }).last()
  const right = (name: string) =>
    page.getByRole('tree', { name: 'Rights', exact: true }).getByRole('treeitem', { name, exact: false })
  await expect(menu).toBeVisible()
  await expect(menu.getByText('Distributor list')).toBeHidden()
  await page.getByRole('searchbox').first().fill('View distributors')
  await right('View distributors').last().click()
  await expect(menu.getByText('Distributor list')).toBeVisible()
  await expect(menu.getByText('Roles')).toBeHidden()
  await right('View distributors').last().click()
  await expect(menu.getByText('Distributor list')).toBeHidden()
})

test('read-only accounts cannot save at any address and see no forbidden tab', async ({ page }) => {
  const admin = await sharedSession()
  const views = ['role:view', 'resgroup:view', 'account:view', 'appuser:view', 'agent:view'] as const
  const { person } = await makePerson(admin, { permissions: [...views] })
  await enter(page, '/user/role-detail/new', person)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  for (const route of ['/user/role-detail/new', '/user/role-detail/new?from=2', '/user/user-detail/new']) {
    await page.goto(`/#${route}`)
    await expect(page.getByText('No permission', { exact: true }).first(), route).toBeVisible()
    await expect(save, route).toHaveCount(0)
  }
  for (const route of ['/user/resource-groups?group=new', '/user/user-detail/1']) {
    await page.goto(`/#${route}`)
    await expect(save, route).toHaveAttribute('aria-disabled', 'true')
  }
  const { list } = await admin.call(api.appUserList, { query: { size: 1 }, body: {} })
  await page.goto(`/#/app-user/app-user-detail/${list[0]?.app_user_id}?tab=audit`)
  await expect(page.getByRole('tab', { name: 'Devices' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'Audit log' })).toBeHidden()
})

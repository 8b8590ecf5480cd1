import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX } from '@heatfleet/contract/endpoint.ts'
import { expect, type Page, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { demoUnits } from './demo-units.ts'
import { makePerson } from './people.ts'
import { deviceRows, enter, logIn, openScreens } from './steps.ts'

const screens = (page: Page) => openScreens(page).getByRole('button').filter({ hasText: /./ })

/** Opens one device of the list by its place in it; gives its name. */
const openDevice = async (page: Page, at: number): Promise<string> => {
  await openScreens(page).getByRole('button', { name: 'Device list' }).click()
  const link = deviceRows(page).nth(at).getByRole('link')
  const name = (await link.textContent())?.trim() ?? ''
  await link.click()
  await expect(openScreens(page).getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  return name
}

test('tabs: the device list stays, a unit opens once, tabs close alone or all others', async ({ page }) => {
  // By id: sorted by alarms, a row is another unit when some unit trips.
  await enter(page, '/device/device-list?sort_by=mac')
  await expect(screens(page)).toHaveText(['Device list'])
  await expect(openScreens(page).getByRole('button', { name: 'Close Device list' })).toHaveCount(0)

  const first = await openDevice(page, 0)
  await expect(screens(page)).toHaveText(['Device list', first])
  await openDevice(page, 0)
  await expect(screens(page)).toHaveText(['Device list', first])

  await openScreens(page)
    .getByRole('button', { name: `Close ${first}` })
    .click()
  await expect(screens(page)).toHaveText(['Device list'])
  await expect(page).toHaveURL(/#\/device\/device-list/)

  await openDevice(page, 0)
  await openDevice(page, 1)
  const third = await openDevice(page, 2)
  await expect(screens(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Tab actions' }).click()
  await page.getByRole('menuitem', { name: 'Close others' }).click()
  await expect(screens(page)).toHaveText(['Device list', third])
})

test('the screen of something that does not exist leaves no tab behind', async ({ page }) => {
  for (const path of ['/device/device-detail/ffffffffffff', '/user/user-detail/999999999']) {
    await enter(page, path)
    await expect(page.getByText('No longer exists')).toBeVisible()
    await expect(screens(page)).toHaveCount(2)
    await openScreens(page).getByRole('button', { name: 'Device list' }).click()
    await expect(screens(page)).toHaveText(['Device list'])
  }
})

test('the menu is fetched once at log-in, and again where the page is reloaded', async ({ page }) => {
  // Of an account of its own: a journey that changes rights meanwhile makes the administrator's console fetch it again.
  const { person } = await makePerson(await sharedSession(), { permissions: ['device:view'] })
  let menus = 0
  page.on('request', (request) => {
    if (request.url().includes(api.roleMenu.path)) menus += 1
  })
  // The rights are looked at again once the socket is there.
  const checked = () => page.waitForResponse((response) => response.url().includes(api.ownAccess.path))
  const first = checked()
  await logIn(page, person.user.user_name)
  await first
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  expect(menus).toBe(1)
  const second = checked()
  await page.reload()
  await second
  await expect.poll(() => menus).toBe(2)
})

test('refreshing a tab fetches its screen again', async ({ page }) => {
  await enter(page)
  await expect(deviceRows(page).first()).toBeVisible()
  const request = page.waitForRequest(/device-inventory\/device-list/)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await request
  await expect(deviceRows(page).first()).toBeVisible()
})

test('a tab keeps the filters of its screen', async ({ page }) => {
  await enter(page)
  await page.getByRole('tab', { name: /^Never online/ }).click()
  await expect(page).toHaveURL(/quick=never_online/)
  await deviceRows(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/device-detail/)
  await openScreens(page).getByRole('button', { name: 'Device list' }).click()
  await expect(page).toHaveURL(/quick=never_online/)
})

test('the menu is collapsed at first; unfolded it names the screens of the server’s menu', async ({ page }) => {
  await enter(page)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('button', { name: 'Expand menu' })).toHaveAttribute('aria-expanded', 'false')
  await menu.getByRole('button', { name: 'Expand menu' }).click()
  await expect(menu.getByText('Device management')).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Device list' })).toBeVisible()
  await page.goto('/#/device/device-detail/000000000001')
  await menu.getByRole('link', { name: 'Device list' }).click()
  await expect(page).toHaveURL(/#\/device\/device-list/)
})

test('the language and the theme are stored', async ({ page }) => {
  // Both are stored with the account: in one of the demo, other journeys would be in Polish.
  const { person } = await makePerson(await sharedSession(), { permissions: ['device:view'] })
  await enter(page, '/device/device-list', person)
  await page.getByRole('button', { name: /Language/ }).click()
  await page.getByRole('menuitemradio', { name: 'Polski' }).click()
  await expect(page.getByRole('heading', { name: 'Urządzenia' })).toBeVisible()
  await page.getByRole('button', { name: 'Przełącz na ciemny' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Urządzenia' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('pl')
})

test('an unsaved note in a drawer is not lost by Escape or Back', async ({ page }) => {
  await enter(page, '/product/fault-codes')
  await page.getByRole('row').filter({ hasText: 'Built-in' }).first().click()
  const drawer = page.getByRole('dialog').filter({ hasText: 'Repair notes' })
  await drawer.getByRole('button', { name: 'Add note' }).click()
  const note = drawer.getByRole('textbox', { name: 'Note after a repair' })
  await note.fill('Plug was wet.')
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(note).toHaveValue('Plug was wet.')
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).not.toHaveURL(/fault=/)
})

test('the question about unsaved input goes when the input is saved while it stands', async ({ page }) => {
  await enter(page, '/product/fault-codes')
  let save = () => {}
  const held = new Promise<void>((resolve) => (save = resolve))
  await page.route(/fault-code\/\d+\/notes$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await held
    await route.continue()
  })
  await page.getByRole('row').filter({ hasText: 'Built-in' }).first().click()
  const drawer = page.getByRole('dialog').filter({ hasText: 'Repair notes' })
  await drawer.getByRole('button', { name: 'Add note' }).click()
  await drawer.getByRole('textbox', { name: 'Note after a repair' }).fill('Fuse was blown.')
  await drawer.getByRole('button', { name: 'Add note' }).click()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  await expect(question).toBeVisible()
  save()
  await expect(question).toBeHidden()
})

test('the search of the whole console finds a distributor by its name, a unit by its id, and opens it', async ({
  page,
}) => {
  await enter(page)
  await expect(deviceRows(page).first()).toBeVisible()
  const [{ mac: id, device_name: name } = { mac: '', device_name: '' }] = await demoUnits(await sharedSession())
  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: 'Command palette' })
  await expect(search).toBeFocused()
  await search.fill('Ciepło Krak')
  await expect(page.getByRole('option', { name: 'Ciepło Kraków' })).toBeVisible()
  await search.fill(id)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await search.press('Enter')
  await expect(page).toHaveURL(new RegExp(`device-detail/${id}`))
})

test('views and columns that could not be loaded are not shown as empty', async ({ page }) => {
  let broken = true
  await page.route(`**${API_PREFIX}${api.ownLists.path}`, (route) =>
    broken ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await enter(page, '/center/info?tab=layout')
  const kept = page.getByRole('tabpanel', { name: 'Views & layout' })
  const retry = kept.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await expect(kept.getByText('Nothing saved yet')).toBeHidden()
  broken = false
  await retry.click()
  await expect(retry).toBeHidden()
})

test('a new notification appears where it covers no control in use', async ({ page }) => {
  // In other windows of the same account the notice would appear too.
  // Earlier notifications are only counted, at the bell: a new one is one that the first answer does not have.
  const answered = page.waitForResponse((answer) => answer.url().includes(api.notices.path))
  const { call } = await enter(page, '/device/device-list', await sharedSession('staff'))
  await answered
  await expect(deviceRows(page).nth(3)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await call(api.testNotice)
  const toast = page.getByRole('status').filter({ hasText: /This is a test notification|new notifications/ })
  await expect(toast).toBeVisible()
  const toasts = (await toast.boundingBox()) ?? { y: 0, height: 0 }
  expect(toasts.y + toasts.height, 'inside the window').toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  const foot = page.getByRole('navigation', { name: 'Pages' })
  // The console's search, tabs, filters, column headers, and nearly all rows.
  for (const above of [page.getByRole('banner'), page.getByRole('columnheader').last(), deviceRows(page).nth(3)]) {
    const box = await above.boundingBox()
    expect(toasts.y, 'below the controls in use').toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0))
  }
  const pages = await foot.boundingBox()
  const card = await toast.locator('div').first().boundingBox()
  expect((card?.x ?? 0) + (card?.width ?? 0), 'beside the pages').toBeLessThan(pages?.x ?? 0)
})

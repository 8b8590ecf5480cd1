import { expect, type Locator, type Page } from '@playwright/test'
import { running, type SignedIn, sharedSession } from '../running.ts'

/** Fills the log-in form and sends it. */
export const fillLogIn = async (page: Page, user_name: string, password: string): Promise<void> => {
  await page.getByLabel('Account', { exact: true }).fill(user_name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens the console and logs in as a person does; ends on the device list. */
export const logIn = async (page: Page, user_name = 'admin'): Promise<void> => {
  await page.goto('/')
  await fillLogIn(page, user_name, running.password())
  await expect(page).toHaveURL(/#\/device\/device-list/)
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
}

/** Opens the console with a session that exists already, for journeys that are not about logging in. */
export const enter = async (page: Page, route = '/device/device-list', account?: SignedIn): Promise<SignedIn> => {
  const signed_in = account ?? (await sharedSession())
  const { user, menu } = signed_in
  await page.context().addCookies([{ name: 'token', value: encodeURIComponent(user.token), url: running.url() }])
  await page.addInitScript(
    (session) => {
      localStorage.setItem('UserInfo', session.user)
      localStorage.setItem('menu', session.menu)
      localStorage.setItem('uid', session.uid)
    },
    { user: JSON.stringify(user), menu: JSON.stringify(menu), uid: String(user.uid) },
  )
  await page.goto(`/#${route}`)
  return signed_in
}

/**
 * Types into a list of choices and takes the first one found. What the list offers may still be on its way: Enter would
 * choose nothing.
 */
export const pickFirst = async (field: Locator, text: string): Promise<void> => {
  await field.fill(text)
  await expect(field.page().getByRole('listbox').getByRole('option').first()).toBeVisible()
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
}

/** Waits until a page shows what is counted before or after it: other journeys import and ship units meanwhile. */
export const showsCount = (counted: () => Promise<number>, shown: () => Promise<number>): Promise<void> =>
  expect
    .poll(async () => {
      const before = await counted()
      const number = await shown()
      const after = await counted()
      return number > 0 && number >= Math.min(before, after) && number <= Math.max(before, after)
    })
    .toBe(true)

/** The rows of the device list, without its header and without units that other journeys add and remove. */
export const deviceRows = (page: Page): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link'), hasNotText: /Virtual / })

/** Opens the first online unit of the list; gives its id. */
export const openOnlineDevice = async (page: Page): Promise<string> => {
  await page.getByRole('tab', { name: /^Online/ }).click()
  await expect(page).toHaveURL(/quick=online/)
  // Until the answer is there the rows are those of before: a click would meet one that just goes.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await deviceRows(page).filter({ hasText: 'Online' }).first().getByRole('link').click()
  await expect(page).toHaveURL(/#\/device\/device-detail\//)
  return /device-detail\/([0-9a-f]{12,15})/.exec(page.url())?.[1] ?? ''
}

/** Shows a part of the device page: Overview, Live data, Control, Curves. */
export const openPart = async (page: Page, part: string, list = 'Device sections'): Promise<Locator> => {
  await page.getByRole('tablist', { name: list }).getByRole('tab', { name: part }).click()
  return page.getByRole('tabpanel', { name: part })
}

/** The bar of open screens. */
export const openScreens = (page: Page): Locator => page.getByRole('navigation', { name: 'Open screens' })

import { expect, type Locator, type Page } from '@playwright/test'

/** The password every test start gives the administrator. */
export const password = (): string => process.env.HEATFLEET_E2E_PASSWORD ?? ''

/** Opens the console and logs in as a person does; ends on the device list. */
export const logIn = async (page: Page, user_name = 'admin', secret = password()): Promise<void> => {
  await page.goto('/')
  await page.getByLabel('Account').fill(user_name)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/#\/device\/device-list/)
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
}

/** The rows of the device list, without its header. */
export const deviceRows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('link') })

/** Opens the first online unit of the list; gives its id. */
export const openOnlineDevice = async (page: Page): Promise<string> => {
  await page.getByRole('tab', { name: /^Online/ }).click()
  await deviceRows(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/#\/device\/device-detail\//)
  return /device-detail\/([0-9a-f]{12,15})/.exec(page.url())?.[1] ?? ''
}

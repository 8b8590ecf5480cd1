import { expect, test } from '@playwright/test'
import { logIn, password } from './steps.ts'

test.describe('routing rules of the specification', () => {
  test('without a token every route leads to the log-in', async ({ page }) => {
    for (const route of ['/', '/#/device/device-list', '/#/device/device-detail/863412060123455', '/#/nowhere']) {
      await page.goto(route)
      await expect(page).toHaveURL(/#\/login/)
    }
  })

  test('after log-in the route that was wanted opens', async ({ page }) => {
    await page.goto('/#/device/device-list?quick=online')
    await page.getByLabel('Account').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(password())
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/#\/device\/device-list\?.*quick=online/)
  })

  test('with a token the log-in and unknown paths lead to the device list', async ({ page }) => {
    await logIn(page)
    for (const route of ['/#/login', '/#/no/such/page', '/#/']) {
      await page.goto(route)
      await expect(page).toHaveURL(/#\/device\/device-list/)
    }
  })

  test('the session is kept where the specification says', async ({ page, context }) => {
    await logIn(page)
    const stored = await page.evaluate(() => ({
      user: localStorage.getItem('UserInfo'),
      menu: localStorage.getItem('menu'),
      uid: localStorage.getItem('uid'),
    }))
    expect(JSON.parse(stored.user ?? '{}')).toMatchObject({ user_name: 'admin' })
    expect(JSON.parse(stored.menu ?? '[]')).toHaveLength(1)
    expect(stored.uid).not.toBeNull()
    expect((await context.cookies()).map((cookie) => cookie.name)).toContain('token')
  })
})

test.describe('log-in', () => {
  test('a wrong password is told without saying which was wrong, and loses nothing typed', async ({ page }) => {
    await page.goto('/')
    for (const user of ['admin', 'nobody-here']) {
      await page.getByLabel('Account').fill(user)
      await page.getByLabel('Password', { exact: true }).fill('not-the-one')
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page.getByText(/account or password/i)).toBeVisible()
      await expect(page.getByLabel('Account')).toHaveValue(user)
    }
  })

  test('a token that died leads to the log-in once, with the reason', async ({ page }) => {
    await logIn(page)
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('UserInfo') ?? '{}')
      localStorage.setItem('UserInfo', JSON.stringify({ ...user, token: 'gone' }))
    })
    await page.context().addCookies([{ name: 'token', value: 'gone', url: page.url() }])
    await page.reload()
    await expect(page).toHaveURL(/#\/login/)
    await expect(page.getByText(/session has expired/i)).toBeVisible()
  })

  test('log out ends the session', async ({ page }) => {
    await logIn(page)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/#\/login/)
    await page.goto('/#/device/device-list')
    await expect(page).toHaveURL(/#\/login/)
  })

  test('two idle hours end the session, five minutes before there is a warning', async ({ page }) => {
    await page.clock.install()
    await logIn(page)
    await page.clock.fastForward(116 * 60_000)
    await expect(page.getByRole('dialog', { name: /Sign-out in/ })).toBeVisible()
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(page.getByRole('dialog', { name: /Sign-out in/ })).toBeHidden()
    await page.clock.fastForward(121 * 60_000)
    await expect(page).toHaveURL(/#\/login/)
    await expect(page.getByText(/two hours without activity/i)).toBeVisible()
  })
})

test('tabs: the device list stays, a unit opens once, tabs close', async ({ page }) => {
  await logIn(page)
  const tabs = page.getByRole('tablist', { name: 'Open screens' })
  await expect(tabs.getByRole('tab')).toHaveCount(1)
  const link = page
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
    .getByRole('link')
    .first()
  const name = (await link.textContent())?.trim() ?? ''
  await link.click()
  await expect(tabs.getByRole('tab', { name })).toBeVisible()
  await tabs.getByRole('tab', { name: 'Device list' }).click()
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(tabs.getByRole('tab')).toHaveCount(2)
  await page.getByRole('button', { name: `Close ${name}` }).click()
  await expect(tabs.getByRole('tab')).toHaveCount(1)
  await expect(page).toHaveURL(/device-list/)
})

test('the language and the look are kept', async ({ page }) => {
  await logIn(page)
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: 'Polski' }).click()
  await expect(page.getByRole('heading', { name: 'Urządzenia' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Urządzenia' })).toBeVisible()
})

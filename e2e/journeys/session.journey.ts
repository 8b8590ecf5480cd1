import { expect, type Page, type Route, test } from '@playwright/test'
import { running } from '../running.ts'
import { fillLogIn, logIn } from './steps.ts'

const MINUTE_MS = 60_000

test.describe('redirects', () => {
  test('without a token every route leads to the log-in', async ({ page }) => {
    const routes = ['/', '/#/device', '/#/device/device-list', '/#/device/device-detail/863412060123455', '/#/nowhere']
    for (const route of routes) {
      await page.goto(route)
      await expect(page).toHaveURL(/#\/login/)
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    }
  })

  test('after log-in the requested route opens', async ({ page }) => {
    await page.goto('/#/device/device-list?quick=online')
    await fillLogIn(page, 'admin', running.password())
    await expect(page.getByRole('status').filter({ hasText: 'Signed in' })).toBeVisible()
    await expect(page).toHaveURL(/#\/device\/device-list\?quick=online/)
    await expect(page.getByRole('tab', { name: /^Online/ })).toHaveAttribute('aria-selected', 'true')
  })

  test('with a token the log-in and unknown paths lead to the device list', async ({ page }) => {
    await logIn(page)
    for (const route of ['/#/login', '/#/no/such/page', '/#/device/nothing', '/#/']) {
      await page.goto(route)
      await expect(page).toHaveURL(/#\/device\/device-list$/)
      await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    }
  })
})

test.describe('log-in', () => {
  test('a wrong account or password gives the same message and keeps the account name', async ({ page }) => {
    await page.goto('/')
    for (const user of ['admin', 'nobody-here']) {
      await fillLogIn(page, user, 'not-the-one')
      await expect(page.getByRole('alert')).toHaveText('Wrong account or password.')
      await expect(page.getByLabel('Account', { exact: true })).toHaveValue(user)
      await page.reload()
    }
  })

  test('the session is stored where the specification says and removed at log-out', async ({ page, context }) => {
    const stored = () =>
      page.evaluate(() => ({
        user: localStorage.getItem('UserInfo'),
        menu: localStorage.getItem('menu'),
        uid: localStorage.getItem('uid'),
        dev_info: localStorage.getItem('devInfo'),
      }))
    const token = async () => (await context.cookies()).find(({ name }) => name === 'token')?.value
    await logIn(page)
    const kept = await stored()
    const user = JSON.parse(kept.user ?? '{}')
    expect(user).toMatchObject({ user_name: 'admin', role_name: 'Platform admin' })
    expect(JSON.parse(kept.menu ?? '[]')).toContainEqual(
      expect.objectContaining({
        name: 'device',
        children: expect.arrayContaining([expect.objectContaining({ name: 'device-list' })]),
      }),
    )
    expect(kept.uid).toBe(String(user.uid))
    expect(decodeURIComponent((await token()) ?? '')).toBe(user.token)

    const units = await page.request.post('/JCloud/device-inventory/device-list?size=1', {
      headers: { key: 'heatfleet-console', token: user.token },
    })
    const { mac, device_name, product_key } = (await units.json()).data.list[0]
    await page.goto(`/#/device/device-detail/${mac}`)
    await expect
      .poll(async () => JSON.parse((await stored()).dev_info ?? 'null'))
      .toEqual({ mac, device_name, product_key })

    // Logging out does not wait for the response; the check that the token is invalid does.
    const logged_off = page.waitForResponse(/\/user\/logoff$/)
    await page.getByRole('button', { name: /Account: Administrator/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/#\/login$/)
    expect(await stored()).toEqual({ user: null, menu: null, uid: null, dev_info: null })
    expect(await token()).toBeUndefined()
    await page.goto('/#/device/device-list')
    await expect(page).toHaveURL(/#\/login/)
    // The token is invalid on the server too, not only removed here.
    await logged_off
    const answer = await page.request.get('/JCloud/account/role-menu', {
      headers: { key: 'heatfleet-console', token: user.token },
    })
    expect(await answer.json()).toMatchObject({ code: 400, error: { code: 'invalid_token' } })
  })

  test('closing the tab right after logging out still ends the session on the server', async ({ page, context }) => {
    await logIn(page)
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('UserInfo') ?? '{}').token)
    await page.getByRole('button', { name: /Account: Administrator/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/#\/login$/)
    await page.close()
    const elsewhere = await context.newPage()
    await expect
      .poll(async () => {
        const answer = await elsewhere.request.get('/JCloud/account/role-menu', {
          headers: { key: 'heatfleet-console', token },
        })
        return (await answer.json()).error?.code
      })
      .toBe('invalid_token')
  })

  for (const [what, answer] of [
    ['answers with an error', (route: Route) => route.fulfill({ status: 500, body: '' })],
    ['cannot be reached', (route: Route) => route.abort()],
    ['never answers', () => {}],
  ] as const)
    test(`logging out works when the cloud ${what}`, async ({ page, context }) => {
      await logIn(page)
      await page.route(/\/user\/logoff/, answer)
      await page.getByRole('button', { name: /Account: Administrator/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(page).toHaveURL(/#\/login$/)
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      await expect(page.getByRole('alert')).toBeHidden()
      expect(await page.evaluate(() => ['UserInfo', 'menu', 'uid'].map((key) => localStorage.getItem(key)))).toEqual([
        null,
        null,
        null,
      ])
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('token')
    })

  test('unsaved input is confirmed before logging out, once only', async ({ page }) => {
    await logIn(page)
    await page.goto('/#/center/info')
    const nick = page.getByRole('textbox', { name: 'Display name' })
    const before = await nick.inputValue()
    const logOut = async () => {
      await page.getByRole('button', { name: /Account: Administrator/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
    await nick.fill('Somebody else')
    await logOut()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL(/#\/center\/info/)
    await expect(nick).toHaveValue('Somebody else')
    expect(await page.evaluate(() => localStorage.getItem('UserInfo'))).not.toBeNull()
    // Without unsaved input there is no dialog.
    await nick.fill(before)
    await logOut()
    await expect(page).toHaveURL(/#\/login$/)
    await expect(question).toBeHidden()

    await logIn(page)
    await page.goto('/#/center/info')
    await nick.fill('Somebody else')
    await logOut()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(/#\/login$/)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await logIn(page)
    await page.goto('/#/center/info')
    await expect(nick).toHaveValue(before)
  })

  test('a token ended on the server leads to the log-in once, with the reason', async ({ page }) => {
    await logIn(page)
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('UserInfo') ?? '{}').token)
    await page.request.post('/JCloud/user/logoff', { headers: { key: 'heatfleet-console', token } })
    // Without a click: the socket closes at once.
    await expect(page).toHaveURL(/#\/login/)
    await expect(page.getByText('Your session has expired. Sign in again.')).toHaveCount(1)
    expect(await page.evaluate(() => localStorage.getItem('UserInfo'))).toBeNull()
    await fillLogIn(page, 'admin', running.password())
    await expect(page).toHaveURL(/#\/device\/device-list/)
  })
})

test('without the socket the first refused request ends the session', async ({ page }) => {
  await page.routeWebSocket(/\/ws$/, () => {})
  await logIn(page)
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('UserInfo') ?? '{}').token)
  await page.request.post('/JCloud/user/logoff', { headers: { key: 'heatfleet-console', token } })
  // A request of the screen's own may be refused before the click is: the tab is gone then.
  const ended = page.waitForURL(/#\/login/)
  await Promise.race([page.getByRole('tab', { name: /^Online/ }).click(), ended])
  await ended
  await expect(page.getByText('Your session has expired. Sign in again.')).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.getItem('UserInfo'))).toBeNull()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token')
})

/** Waits until the console has stored its opening as activity: a clock advanced earlier counts from the wrong moment. */
const storedActivity = async (page: Page, before: string | null): Promise<string | null> => {
  const noted = () => page.evaluate(() => localStorage.getItem('lastActivity'))
  await expect.poll(noted).not.toBe(before)
  return await noted()
}

test.describe('a session without activity', () => {
  test('is warned of five minutes before, may go on, and ends after two hours', async ({ page }) => {
    await page.clock.install()
    await logIn(page)
    await storedActivity(page, null)
    const warning = page.getByRole('dialog', { name: /Signing out in/ })
    await page.clock.fastForward(114 * MINUTE_MS)
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    await expect(warning).toBeHidden()
    await page.clock.fastForward(2 * MINUTE_MS)
    await expect(warning).toBeVisible()
    await expect(warning).toHaveAccessibleName(/Signing out in [34]:\d\d/)
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(warning).toBeHidden()
    await page.clock.fastForward(121 * MINUTE_MS)
    await expect(page).toHaveURL(/#\/login/)
    await expect(page.getByText('You were signed out after two hours without activity.')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('UserInfo'))).toBeNull()
  })

  test('is not ended from the warning over unsaved input without a confirmation', async ({ page }) => {
    await page.clock.install()
    await logIn(page)
    await storedActivity(page, null)
    await page.goto('/#/center/info')
    const nick = page.getByRole('textbox', { name: 'Display name' })
    await nick.fill('Somebody else')
    await page.clock.fastForward(116 * MINUTE_MS)
    const warning = page.getByRole('dialog', { name: /Signing out in/ })
    const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
    await warning.getByRole('button', { name: 'Sign out now' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(nick).toHaveValue('Somebody else')
    await warning.getByRole('button', { name: 'Sign out now' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(/#\/login$/)
  })

  test('is kept by activity in another tab of the browser, and ends in all of them', async ({ page, context }) => {
    await context.clock.install()
    await logIn(page)
    const opened = await storedActivity(page, null)
    const other = await context.newPage()
    await other.goto('/#/device/device-list')
    await expect(other.getByRole('heading', { name: 'Devices' })).toBeVisible()
    await storedActivity(other, opened)
    const warning = (of: typeof page) => of.getByRole('dialog', { name: /Signing out in/ })
    await context.clock.fastForward(116 * MINUTE_MS)
    await expect(warning(page)).toBeVisible()
    await expect(warning(other)).toBeVisible()
    await other.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(warning(other)).toBeHidden()
    await expect(warning(page)).toBeHidden()
    await context.clock.fastForward(121 * MINUTE_MS)
    await expect(page).toHaveURL(/#\/login/)
    await expect(other).toHaveURL(/#\/login/)
  })

  for (const [input, move] of [
    ['the mouse', (page: Page) => page.mouse.move(300, 300)],
    ['a key', (page: Page) => page.keyboard.press('Shift')],
  ] as const)
    test(`goes on after input by ${input} in another tab while the warning is open`, async ({ page, context }) => {
      await context.clock.install()
      await logIn(page)
      const opened = await storedActivity(page, null)
      const other = await context.newPage()
      await other.goto('/#/device/device-list')
      await storedActivity(other, opened)
      const warning = (of: Page) => of.getByRole('dialog', { name: /Signing out in/ })
      await context.clock.fastForward(116 * MINUTE_MS)
      await expect(warning(page)).toBeVisible()
      await expect(warning(other)).toBeVisible()
      await move(other)
      // localStorage reaches the process of the other tab a moment later; the clock must not be advanced before.
      await expect.poll(() => page.evaluate(() => localStorage.getItem('movedWhileWarned'))).not.toBeNull()
      await context.clock.fastForward(5 * MINUTE_MS)
      await expect(warning(page)).toBeHidden()
      await expect(warning(other)).toBeHidden()
      expect(await page.evaluate(() => localStorage.getItem('UserInfo'))).not.toBeNull()
      for (const one of [page, other]) await expect(one).toHaveURL(/#\/device\/device-list/)
      // The session still ends after two more hours.
      await context.clock.fastForward(121 * MINUTE_MS)
      for (const one of [page, other]) await expect(one).toHaveURL(/#\/login/)
    })

  test('logging out in one tab logs out in the other', async ({ page, context }) => {
    await logIn(page)
    const other = await context.newPage()
    await other.goto('/#/device/device-list')
    await other.getByRole('button', { name: /Account: Administrator/ }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(other).toHaveURL(/#\/login/)
    await expect(page).toHaveURL(/#\/login/)
  })
})

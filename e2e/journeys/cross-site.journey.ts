import { api } from '@heatfleet/contract/api.ts'
import { PUSH_PATH } from '@heatfleet/contract/push.ts'
import { expect, type Page, test } from '@playwright/test'
import { startForeignSite } from '../foreign-site.ts'
import { running, signIn } from '../running.ts'
import { deviceRows, logIn } from './steps.ts'

/** Calls that would be felt: by a form of another site, by its scripts, by a link. */
const PATHS = ['/user/logoff', '/center/end-other-sessions', '/center/preferences']

/** What a script of the page that stands gets from the product; `blocked` = the browser shows it nothing. */
const scriptedFrom = (page: Page, of: { url: string; path: string; token: string }) =>
  page.evaluate(async ({ url, path, token }) => {
    const outcomeOf = (asked: Promise<Response>) =>
      asked.then(
        (answer) => answer.type,
        () => 'blocked',
      )
    return {
      simple: await outcomeOf(fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' })),
      // Even who knows the token cannot send it from there: the browser asks first and is refused.
      with_token: await outcomeOf(fetch(url, { method: 'POST', headers: { token, key: 'heatfleet-console' } })),
      socket: await new Promise<string>((resolve) => {
        const socket = new WebSocket(`${new URL(url).origin.replace('http', 'ws')}${path}`)
        socket.addEventListener('open', () => resolve('open'))
        socket.addEventListener('error', () => resolve('refused'))
      }),
    }
  }, of)

test('a page of another site changes nothing, whatever the browser sends along', async ({ page, context }) => {
  await logIn(page)
  const token = (await context.cookies()).find(({ name }) => name === 'token')
  expect(token).toMatchObject({ sameSite: 'Strict', path: '/' })
  const elsewhere = await signIn()

  const forms = PATHS.map(
    (path) => `<form method=post action=${running.url()}/JCloud${path}><button>${path}</button></form>`,
  )
  const site = await startForeignSite(forms.join(''))
  const foreign = await context.newPage()
  const cookies: string[] = []
  foreign.on('request', async (request) => {
    if (request.url().startsWith(running.url())) cookies.push((await request.allHeaders()).cookie ?? '')
  })
  for (const path of PATHS) {
    await foreign.goto(site.url)
    await foreign.getByRole('button', { name: path }).click()
    await expect(foreign).toHaveURL(new RegExp(`/JCloud${path}$`))
    await foreign.goto(site.url)
    const url = `${running.url()}/JCloud${path}`
    const seen = await scriptedFrom(foreign, { url, path: PUSH_PATH, token: decodeURIComponent(token?.value ?? '') })
    expect(seen).toEqual({ simple: 'blocked', with_token: 'blocked', socket: 'refused' })
  }
  expect(cookies.length).toBeGreaterThan(PATHS.length)
  expect(cookies.filter((cookie) => cookie.includes('token='))).toEqual([])
  await foreign.close()
  await site.stop()

  // Neither this session nor another of the account was ended.
  await elsewhere.call(api.ownSessions)
  await page.reload()
  await expect(deviceRows(page).first()).toBeVisible()
})

test('a token that was set beforehand becomes nobody’s session', async ({ page, context }) => {
  await context.addCookies([{ name: 'token', value: 'chosen-before', url: running.url() }])
  await logIn(page)
  expect((await context.cookies()).find(({ name }) => name === 'token')?.value).not.toBe('chosen-before')
})

test('no address ever holds the token', async ({ page, context }) => {
  const addresses: string[] = []
  page.on('request', (request) => {
    addresses.push(request.url(), request.headers().referer ?? '')
  })
  page.on('websocket', (socket) => addresses.push(socket.url()))
  await logIn(page)
  await deviceRows(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/device-detail/)
  addresses.push(page.url())
  const token = decodeURIComponent((await context.cookies()).find(({ name }) => name === 'token')?.value ?? '')
  expect(token.length).toBeGreaterThan(20)
  expect(addresses.length).toBeGreaterThan(10)
  expect(addresses.filter((address) => address.includes(token) || address.includes(encodeURIComponent(token)))).toEqual(
    [],
  )
})

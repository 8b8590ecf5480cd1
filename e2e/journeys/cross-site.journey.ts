import { createServer } from 'node:http'
import { api } from '@heatfleet/contract/api.ts'
import { PUSH_PATH } from '@heatfleet/contract/push.ts'
import { expect, type Page, test } from '@playwright/test'
import { running, signIn } from '../running.ts'
import { deviceRows, logIn } from './steps.ts'

/** Requests with an effect: by a form of another site, by its scripts, by a link. */
const PATHS = ['/user/logoff', '/center/end-other-sessions', '/center/preferences']

/** Serves one page at `localhost`, another site for browsers than the product's 127.0.0.1. */
const startForeignSite = async (html: string): Promise<{ url: string; stop: () => Promise<void> }> => {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://localhost:${address.port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What a script of the open page gets from the product; `blocked` = the browser hides the response. */
const scriptedFrom = (page: Page, of: { url: string; path: string; token: string }) =>
  page.evaluate(async ({ url, path, token }) => {
    const outcomeOf = (response: Promise<Response>) =>
      response.then(
        (answer) => answer.type,
        () => 'blocked',
      )
    return {
      simple: await outcomeOf(fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' })),
      // Even with a known token: the browser's preflight request is refused.
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

test('a token cookie set beforehand does not become a session', async ({ page, context }) => {
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

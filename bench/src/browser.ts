import { existsSync } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { pin } from './processes.ts'
import { type Place, signIn } from './product.ts'

/** Chromium without a screen and without a graphics card: what it draws costs processor time, so ratios count, not frames a second. */
export type Browser = {
  /** Parent of its processes. */
  pid: number
  /** A page on which nothing happens. */
  emptyPage: () => Promise<Page>
  /** A page of the console, signed in; its own clock moves only by `page.clock`. */
  consolePage: (path: string, options?: { has_own_clock?: boolean }) => Promise<Page>
  cdp: (page: Page) => Promise<CDPSession>
}

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]
const VIEWPORT = { width: 1920, height: 1080 }
const SYSTEM_CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

/** Runs `task` with a browser on the product at `url`, signed in as the manufacturer. */
export const withBrowser = async <Done>(
  { url, is_pinned }: Pick<Place, 'is_pinned'> & { url: string },
  task: (browser: Browser) => Promise<Done>,
): Promise<Done> => {
  const server = await chromium.launchServer({
    args: ARGS,
    ...(SYSTEM_CHROMIUM === undefined ? {} : { executablePath: SYSTEM_CHROMIUM }),
  })
  const pid = server.process().pid ?? 0
  if (is_pinned) pin(pid, 'measuring')
  const browser = await chromium.connect(server.wsEndpoint())
  try {
    const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-US', timezoneId: 'UTC' })
    await signInTo(context, url)
    return await task({
      pid,
      emptyPage: async () => {
        const page = await context.newPage()
        await page.setContent('<!doctype html><title>empty</title>')
        return page
      },
      consolePage: async (path, options = {}) => {
        const page = await context.newPage()
        if (options.has_own_clock === true) await page.clock.install()
        await page.goto(`${url}/#${path}`)
        return page
      },
      cdp: (page) => context.newCDPSession(page),
    })
  } finally {
    await browser.close()
    await server.close()
  }
}

/** What the console keeps of a session. */
const signInTo = async (context: BrowserContext, url: string): Promise<void> => {
  const { call, user, token } = await signIn(url, 'admin')
  const menu = await call(api.roleMenu)
  await context.addCookies([{ name: 'token', value: encodeURIComponent(token), url }])
  await context.addInitScript(
    (session) => {
      // An empty page has no storage.
      if (location.protocol !== 'http:') return
      localStorage.setItem('UserInfo', session.user)
      localStorage.setItem('menu', session.menu)
      localStorage.setItem('uid', session.uid)
    },
    { user: JSON.stringify(user), menu: JSON.stringify(menu), uid: String(user.uid) },
  )
}

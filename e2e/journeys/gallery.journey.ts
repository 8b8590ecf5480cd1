import { execFile, execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { type Language, LOOKS, type Theme } from './looks.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Removed by Playwright before each run, so that an interrupted run leaves nothing for good. */
const BUILT = join(ROOT, 'e2e', 'test-results', 'gallery')
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
/** Latin letters come with the console; Chinese ones come from the machine, and the pictures were made with this font. */
const FONT = 'WenQuanYi Micro Hei'
/** The moment all pictures show; ages and clocks stand still at it. */
const NOW = new Date('2026-11-21T09:15:00Z')
/** Two runs of the same browser differ by less; a changed word or colour differs by far more. */
const DIFFERING_PIXELS_MAX = 0.005

const hasFont = (): boolean => {
  try {
    return execFileSync('fc-match', [FONT], { encoding: 'utf8' }).includes(FONT)
  } catch {
    // No fontconfig: no font either.
    return false
  }
}

/** The console as customers get it, with the gallery in it and no cloud behind it. */
const buildGallery = () =>
  promisify(execFile)(
    process.execPath,
    [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--outDir', BUILT, '--emptyOutDir'],
    { cwd: join(ROOT, 'console'), env: { ...process.env, VITE_GALLERY: '1' } },
  )

let server: Server
let url: string

// One worker builds once for all of them.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  test.skip(!hasFont(), `The pictures need ${FONT} (Debian: fonts-wqy-microhei).`)
  await buildGallery()
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const file = join(BUILT, pathname === '/' ? 'index.html' : pathname)
    readFile(file).then(
      (content) => {
        response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
        response.end(content)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => {
  server?.closeAllConnections()
  server?.close()
})

const LANGUAGE_NAMES = { en: 'English', zh: '中文', pl: 'Polski' } as const satisfies Record<Language, string>
/** Blocks without text of their own: compared in English alone. */
const WITHOUT_TEXT = new Set([
  'Loading',
  'Colours',
  'Icons',
  'Choices',
  'Facts',
  'Regions',
  'Tree',
  'Changes',
  'Steps and order',
])

const open = async (page: Page) => {
  await page.clock.setFixedTime(NOW)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.goto(`${url}/#/gallery`)
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(6)
  // The heaviest parts are loaded lazily: the names of regions, the QR code.
  await expect(page.getByText('Beijing / Dongcheng District')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Enrolment code' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}

const chooseLanguage = async (page: Page, language: Language) => {
  await page.locator('main > header').getByRole('button').first().click()
  await page.getByRole('menuitemradio', { name: LANGUAGE_NAMES[language] }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

const chooseTheme = async (page: Page, theme: Theme) => {
  if (theme === 'dark') await page.getByRole('button', { name: 'Switch to dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

for (const { theme, language } of LOOKS)
  test(`the parts of the kit match their pictures and pass axe, ${theme}, ${language}`, async ({ page }) => {
    await open(page)
    await chooseTheme(page, theme)
    const blocks = page.locator('main > div > *')
    const titles = await blocks.getByRole('heading', { level: 2 }).allTextContents()
    expect(titles.length).toBeGreaterThanOrEqual(19)
    await chooseLanguage(page, language)
    const violations = await findViolations(page)
    expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    for (const [at, title] of titles.entries()) {
      if (WITHOUT_TEXT.has(title) && language !== 'en') continue
      const name = `${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${language}-${theme}.png`
      await expect.soft(blocks.nth(at)).toHaveScreenshot(name, {
        animations: 'disabled',
        caret: 'hide',
        scale: 'css',
        maxDiffPixelRatio: DIFFERING_PIXELS_MAX,
      })
    }
  })

test('a form that is not saved is not left by mistake', async ({ page }) => {
  await open(page)
  const name = page.locator('form').getByRole('textbox', { name: 'Name', exact: true })
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  const go = () => page.getByRole('link', { name: 'Sign in' }).click()

  await name.fill('Zhejiang')
  await go()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Zhejiang')
  expect(page.url()).toContain('#/gallery')

  await go()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('a list is opened, searched and left by the keyboard, and only its rows in view are in the page', async ({
  page,
}) => {
  await open(page)
  const product = page.getByRole('combobox', { name: 'Product', exact: true })
  await product.focus()
  await page.keyboard.press('ArrowDown')
  await expect(product).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('End')
  await expect(page.locator('[data-active]')).toHaveText('R32 Split')
  await page.keyboard.press('Escape')
  await expect(product).toHaveValue('R290 Monobloc')
  await page.keyboard.type('r3')
  await page.keyboard.press('Enter')
  await expect(product).toHaveValue('R32 Split')
  await page.keyboard.press('Delete')
  await expect(product).toHaveValue('')

  const country = page.getByRole('combobox', { name: 'Country' }).first()
  await country.focus()
  await page.keyboard.press('ArrowDown')
  const options = page.getByRole('listbox', { name: 'Country' }).getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-setsize', /^2\d\d$/)
  expect(await options.count()).toBeLessThan(40)
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await page.keyboard.press('End')
  await expect(page.getByRole('option', { name: 'Zimbabwe' })).toBeInViewport()
  await page.keyboard.type('neth')
  await expect(page.getByRole('option').first()).toHaveText('Caribbean Netherlands')
  await page.keyboard.type('zz')
  await expect(page.getByText('No matches', { exact: true }).last()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(country).toHaveAttribute('aria-expanded', 'false')
  await expect(country).toHaveValue('China')
})

test('tags go by Backspace, a tree is expanded by arrows, and a whole province is one tag', async ({ page }) => {
  await open(page)
  const products = page.getByRole('combobox', { name: 'Products' })
  await products.fill('co')
  await page.keyboard.press('Enter')
  await expect(page.getByTitle('CO₂ Cascade').first()).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Remove R/ })).toHaveText([''])

  const distributor = page.getByRole('combobox', { name: 'Distributor', exact: true })
  await distributor.focus()
  // Opens at Zhejiang; then Hangzhou, which is expanded, and what is in it.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(distributor).toHaveValue('Yuhang')

  const area = page.getByRole('combobox', { name: 'Agency area' })
  const tags = page.getByRole('button', { name: /^Remove (?:Zhejiang|Jiangsu)/ })
  await expect(tags).toHaveCount(2)
  await area.fill('yuhang')
  const county = page.getByRole('treeitem', { name: /^Yuhang District/ })
  await expect(county).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('Enter')
  // All other cities and counties of the province.
  await expect.poll(() => tags.count()).toBeGreaterThan(10)
  await area.fill('余杭')
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(tags).toHaveCount(2)
})

test('a period is typed or chosen in calendars, and moves as a whole', async ({ page }) => {
  await open(page)
  const [from, to] = [page.getByPlaceholder('From').last(), page.getByPlaceholder('To').last()]
  await from.fill('2026-11-03')
  await to.fill('20261109')
  await to.press('Enter')
  await from.fill('2026-11-31')
  await expect(from).toHaveAttribute('aria-invalid', 'true')
  await to.focus()
  await expect(from).toHaveValue('3 Nov 2026')
  await from.fill('2026-11-10')
  await to.focus()
  await expect(to).toHaveValue('2026-11-16')
  const field = page.getByRole('group', { name: 'Last online' })
  await field.getByTitle('Open calendar: Last online').click()
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await calendar.getByRole('table', { name: 'Last online, to' }).getByRole('button', { name: '20 Nov 2026' }).click()
  await expect(calendar).toBeHidden()
  await expect(from).toHaveValue('10 Nov 2026')
  await expect(to).toHaveValue('20 Nov 2026')
  await field.getByRole('button', { name: 'Clear' }).click()
  await expect(from).toHaveValue('')
})

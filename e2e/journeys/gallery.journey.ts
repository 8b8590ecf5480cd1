import { execFileSync } from 'node:child_process'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { startGallery } from '../gallery-server.ts'
import type { Look } from './words.ts'

/** Latin letters come with the console; Chinese ones come from the machine, and the pictures were made with this font. */
const FONT = 'WenQuanYi Micro Hei'
/** The moment all pictures show; ages and clocks stand still at it. */
const NOW = new Date('2026-11-21T09:15:00Z')
/** What differs between two runs of the same browser; a word or a colour that changed is far more. */
const DIFFERING_PIXELS_MAX = 0.02

const hasFont = (): boolean => {
  try {
    return execFileSync('fc-match', [FONT], { encoding: 'utf8' }).includes(FONT)
  } catch {
    // No fontconfig: no font either.
    return false
  }
}

let url = process.env.HEATFLEET_E2E_GALLERY
let stop = async (): Promise<void> => {}

test.beforeAll(async () => {
  test.skip(!hasFont(), `The pictures need ${FONT} (Debian: fonts-wqy-microhei).`)
  // Beside a product that was started by hand there is none yet.
  if (url === undefined) ({ url, stop } = await startGallery())
})
test.afterAll(() => stop())

const LANGUAGE_NAMES = { en: 'English', zh: '中文', pl: 'Polski' } as const satisfies Record<Look['language'], string>
/** Blocks with hardly a word of their own: once for each theme. */
const WORDLESS = new Set([
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
  // The heaviest parts come by themselves: the names of regions, the QR code.
  await expect(page.getByText('北京市 / 东城区')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Enrolment code' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}

const speak = async (page: Page, language: Look['language']) => {
  await page.locator('main > header').getByRole('button').first().click()
  await page.getByRole('menuitemradio', { name: LANGUAGE_NAMES[language] }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

for (const theme of ['light', 'dark'] as const)
  for (const language of ['en', 'zh', 'pl'] as const)
    test(`the parts of the kit look as they did and can be used by everybody, ${theme}, ${language}`, async ({
      page,
    }) => {
      await open(page)
      if (theme === 'dark') await page.getByRole('button', { name: 'Switch to dark' }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      const blocks = page.locator('main > div > *')
      const titles = await blocks.getByRole('heading', { level: 2 }).allTextContents()
      expect(titles.length).toBeGreaterThanOrEqual(19)
      await speak(page, language)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      for (const [at, title] of titles.entries()) {
        if (WORDLESS.has(title) && language !== 'en') continue
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
  const go = () => page.getByRole('link', { name: 'Log in' }).click()

  await name.fill('Zhejiang')
  await go()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Zhejiang')
  expect(page.url()).toContain('#/gallery')

  await go()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

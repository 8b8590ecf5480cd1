import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { logIn, openOnlineDevice } from './steps.ts'

const LOOKS = ['light', 'dark'] as const
const LANGUAGES = ['en', 'zh', 'pl'] as const

const wear = (page: Page, look: (typeof LOOKS)[number]) =>
  page.evaluate((theme) => {
    localStorage.setItem('theme', theme)
    document.documentElement.dataset.theme = theme
  }, look)

const violations = async (page: Page) =>
  (
    await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  ).violations.map(
    (violation) =>
      `${violation.id}: ${violation.nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  )

test.describe('every screen is accessible in light and dark', () => {
  for (const look of LOOKS) {
    test(`log-in, ${look}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: look })
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
      await wear(page, look)
      expect(await violations(page)).toEqual([])
    })

    test(`device list and device detail, ${look}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' })
      await logIn(page)
      await wear(page, look)
      await page.reload()
      await expect(page.getByRole('row').nth(3)).toBeVisible()
      expect(await violations(page)).toEqual([])
      await openOnlineDevice(page)
      for (const tab of ['Overview', 'Live data', 'Control', 'Curves']) {
        await page.getByRole('tab', { name: tab }).click()
        await page.waitForLoadState('networkidle')
        expect(await violations(page), `${tab}, ${look}`).toEqual([])
      }
    })
  }
})

test.describe('every screen speaks the three languages', () => {
  for (const language of LANGUAGES) {
    test(language, async ({ page }) => {
      await page.addInitScript((code) => localStorage.setItem('locale', code), language)
      const missing: string[] = []
      page.on('console', (message) => {
        if (/missingKey/.test(message.text())) missing.push(message.text())
      })
      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      expect(missing).toEqual([])
    })
  }
})

import AxeBuilder from '@axe-core/playwright'
import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page, test } from '@playwright/test'
import { type SignedIn, signIn } from '../running.ts'
import { findPlaces, type Places, SCREENS } from './screens.ts'
import { deviceRows, enter } from './steps.ts'
import { LOOKS, type Look, WORDS } from './words.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** So few that one test of them is short enough for a busy machine. */
const SCREENS_AT_ONCE = 9
/** The screens by the first part of their address, in groups of a test each. */
const AREAS = Object.entries(
  Object.groupBy(SCREENS, ({ path }) => path({ app_user_id: 0, agent_id: 0, mac: '' }).split('/')[1] ?? ''),
).flatMap(([area, screens = []]) =>
  Array.from({ length: Math.ceil(screens.length / SCREENS_AT_ONCE) }, (_, part) => {
    const first = part * SCREENS_AT_ONCE
    return [part === 0 ? area : `${area}, part ${part + 1}`, screens.slice(first, first + SCREENS_AT_ONCE)] as const
  }),
)
const PARTS = ['overview', 'live', 'control', 'curves'] as const
const NARROW = { width: 1024, height: 768 }
const WIDE = { width: 1440, height: 900 }

let admin: SignedIn
/** A unit that is heating, so that its page shows all there is. */
let mac: string
let places: Places

test.beforeAll(async () => {
  admin = await signIn()
  const online = await admin.call(api.deviceList, { query: { pageNo: 1, size: 20 }, body: { quick: 'online' } })
  mac = online.list[0]?.mac ?? ''
  places = await findPlaces(admin)
})

const wear = async (page: Page, { theme, language }: Look) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(
    (look) => {
      localStorage.setItem('theme', look.theme)
      localStorage.setItem('locale', look.language)
    },
    { theme, language },
  )
}

/** What of a part is drawn last. */
const drawn = (page: Page, part: (typeof PARTS)[number]) =>
  part === 'overview' || part === 'curves'
    ? page.locator('canvas').first()
    : page
        .getByRole('tabpanel')
        .getByRole(part === 'live' ? 'row' : 'textbox')
        .nth(2)

const expectNoViolations = async (page: Page, screen: string) => {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  expect.soft(found, screen).toEqual([])
}

/** Texts as they stand on the page, one for each piece, without what only identifies. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent === null || parent.closest('script,style,[translate=no]') !== null) continue
      texts.push((node.textContent ?? '').trim())
    }
    const labelled = [...document.querySelectorAll('[aria-label],[placeholder],[title]')]
    for (const element of labelled)
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '')
    return texts.filter((text) => text !== '')
  })

/** A key that was shown because its word is missing, or a place in a word that was never filled. */
const UNFINISHED = /^[a-z_]+(?:\.[a-z_0-9]+)+$|\{\{/

/** Polled: a drawing follows a new width of the window only when it was told of it. */
const expectNoSidewaysScroll = (page: Page, screen: string) =>
  expect
    .poll(
      () =>
        page.evaluate(() =>
          Math.max(
            ...[document.documentElement, document.querySelector('main') ?? document.body].map(
              (element) => element.scrollWidth - element.clientWidth,
            ),
          ),
        ),
      { message: `pixels too wide: ${screen}` },
    )
    .toBeLessThanOrEqual(0)

/** Both themes are judged in one language: colours and roles are the same in all. */
const isJudgedByAxe = ({ language }: Look): boolean => language === 'en'

/** Judges words, width and accessibility of the screen that stands, and keeps its picture. */
const openCheck = async (page: Page, look: Look): Promise<(screen: string) => Promise<void>> => {
  const words = WORDS[look.language]
  const points = await pointsOf(admin, mac)
  const foreign = new Set([
    ...Object.values(WORDS.en),
    ...points.map(({ names }) => names.en).filter((name) => /\w \w/.test(name)),
  ])
  const own = new Set([...Object.values(words), ...points.map(({ names }) => names[look.language])])
  return async (screen: string) => {
    await expect.soft(page.locator('html')).toHaveAttribute('lang', look.language)
    const texts = await textsOf(page)
    expect
      .soft(
        texts.filter((text) => UNFINISHED.test(text)),
        `unfinished on ${screen}`,
      )
      .toEqual([])
    const left = texts.filter((text) => foreign.has(text) && !own.has(text))
    expect.soft(left, `English left on ${screen}`).toEqual([])
    if (isJudgedByAxe(look)) await expectNoViolations(page, screen)
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size)
      const name = `${screen}-${look.language}-${look.theme}-${size.width}`
      await expectNoSidewaysScroll(page, name)
      await page.screenshot({ path: `test-results/screens/${name}.png`, animations: 'disabled' })
    }
    await page.setViewportSize(WIDE)
  }
}

test.describe('every screen speaks its language, can be used by everybody, fits 1024 px, and is kept as a picture', () => {
  for (const look of LOOKS) {
    test(`${look.language} ${look.theme}`, async ({ page }) => {
      test.slow(isJudgedByAxe(look))
      const words = WORDS[look.language]
      const check = await openCheck(page, look)
      await wear(page, look)
      await page.goto('/')
      await expect(page.getByRole('heading', { name: words.log_in_title })).toBeVisible()
      await expect(page.getByRole('button', { name: words.log_in })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme)
      await check('log-in')
      await enter(page, '/device/device-list', admin)
      await page.reload()
      await expect(page.getByRole('heading', { name: words.devices })).toBeVisible()
      await expect(deviceRows(page).nth(3)).toBeVisible()
      for (const column of [words.device_name, words.recognition, words.distributor])
        await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
      await check('list')
      if (isJudgedByAxe(look)) {
        await page.getByRole('checkbox', { name: 'Select the rows of this page' }).check()
        await expect(page.getByText('selected')).toBeVisible()
        await page.getByRole('button', { name: 'More filters' }).click()
        await expect(page.getByText('Recognition').last()).toBeVisible()
        await expectNoViolations(page, 'device list with filters open and rows selected')
      }
      for (const part of PARTS) {
        await enter(page, `/device/device-detail/${mac}?tab=${part}`, admin)
        await expect(page.getByRole('tab', { name: words[part], selected: true }).first()).toBeVisible()
        await expect(drawn(page, part)).toBeVisible()
        await check(part)
      }
    })

    for (const [area, screens] of AREAS)
      test(`${look.language} ${look.theme}, screens of ${area}`, async ({ page }) => {
        test.slow(isJudgedByAxe(look))
        const check = await openCheck(page, look)
        await wear(page, look)
        for (const { name, path, drawn } of screens) {
          await enter(page, path(places), admin)
          await expect(drawn(page), name).toBeVisible()
          await check(name)
        }
      })
  }
})

/** The data points of a unit's product. */
const pointsOf = async ({ call }: SignedIn, of: string) => {
  const { product_key } = await call(api.deviceInfo, { query: { mac: of } })
  const found = await call(api.productInfo, {
    query: { pageNo: 1, size: 1 },
    body: { product_key, with_points: true },
  })
  return found.list[0]?.points ?? []
}

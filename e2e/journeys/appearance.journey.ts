import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page, test } from '@playwright/test'
import { type SignedIn, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { waitForDemo } from './demo-units.ts'
import { IS_FULL, LOOKS, type Look } from './looks.ts'
import { type DemoRecords, findRecords, SCREENS } from './screens.ts'
import { deviceRows, enter } from './steps.ts'
import { TEXTS } from './texts.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Screens of one test: few enough to share the workers evenly, many enough to load the console once for several. */
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
/** The window of a phone: there the width alone is checked. */
const PHONE = { width: 390, height: 844 }
const PARTS = ['overview', 'live', 'control', 'curves'] as const

let admin: SignedIn
/** An online unit, whose page shows all there is. */
let mac: string
let records: DemoRecords

test.beforeAll(async () => {
  admin = await sharedSession()
  records = await findRecords(admin)
  mac = records.mac
})

const applyLook = async (page: Page, { theme, language, windows }: Look) => {
  const [window] = windows
  if (window !== undefined) await page.setViewportSize(window)
  await page.addInitScript(
    (look) => {
      localStorage.setItem('theme', look.theme)
      localStorage.setItem('locale', look.language)
    },
    { theme, language },
  )
}

/** The element of a part of the device page that is drawn last. */
const completePart = (page: Page, part: (typeof PARTS)[number]) =>
  part === 'overview' || part === 'curves'
    ? page.locator('canvas').first()
    : page
        .getByRole('tabpanel')
        .getByRole(part === 'live' ? 'row' : 'textbox')
        .nth(2)

/** A bar that stays at the lower edge covers half a box that scrolls under it: in a tall window nothing does. */
const SIZE_OF_TARGETS = 'target-size'
const TALL_PX = 3_000

const violationsOf = async (page: Page) => {
  const violations = await findViolations(page, { tags: WCAG })
  const window = page.viewportSize()
  if (window === null || violations.every(({ id }) => id !== SIZE_OF_TARGETS)) return violations
  await page.setViewportSize({ ...window, height: TALL_PX })
  const tall = await findViolations(page, { rules: [SIZE_OF_TARGETS] })
  await page.setViewportSize(window)
  return [...violations.filter(({ id }) => id !== SIZE_OF_TARGETS), ...tall]
}

const expectNoViolations = async (page: Page, screen: string) => {
  const violations = await violationsOf(page)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  expect.soft(found, screen).toEqual([])
}

/** All texts of the page, one for each piece, without identifiers. */
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

/** A key shown because its message is missing, or a placeholder of a message that was never filled. */
const UNFINISHED = /^[a-z_]+(?:\.[a-z_0-9]+)+$|\{\{/

/** Polled: a drawing follows a new width of the window in a later frame. */
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

/** In a run of all looks, English checks both themes: colours and roles are the same in all languages. */
const isCheckedByAxe = ({ language }: Look): boolean => !IS_FULL || language === 'en'

/** Checks texts, width and accessibility of the screen as it is, and keeps its picture. */
const openCheck = async (page: Page, look: Look): Promise<(screen: string) => Promise<void>> => {
  const points = await pointsOf(admin, mac)
  const english = new Set([
    ...Object.values(TEXTS.en),
    ...points.map(({ names }) => names.en).filter((name) => /\w \w/.test(name)),
  ])
  const own = new Set([...Object.values(TEXTS[look.language]), ...points.map(({ names }) => names[look.language])])
  return async (screen: string) => {
    await expect.soft(page.locator('html')).toHaveAttribute('lang', look.language)
    const texts = await textsOf(page)
    expect
      .soft(
        texts.filter((text) => UNFINISHED.test(text)),
        `unfinished on ${screen}`,
      )
      .toEqual([])
    const untranslated = texts.filter((text) => english.has(text) && !own.has(text))
    expect.soft(untranslated, `English left on ${screen}`).toEqual([])
    if (isCheckedByAxe(look)) await expectNoViolations(page, screen)
    await page.setViewportSize(PHONE)
    await expectNoSidewaysScroll(page, `${screen} on a phone`)
    // The first window last: the next screen opens in it.
    for (const window of look.windows.toReversed()) {
      await page.setViewportSize(window)
      const name = `${screen}-${look.language}-${look.theme}-${window.width}`
      await expectNoSidewaysScroll(page, name)
      await page.screenshot({ path: `test-results/screens/${name}.png`, animations: 'disabled' })
    }
  }
}

for (const look of LOOKS)
  test.describe(`every screen is translated, accessible, fits its window, and is kept as a picture: ${look.name}`, () => {
    test('log-in, device list and device page', async ({ page }) => {
      const texts = TEXTS[look.language]
      const check = await openCheck(page, look)
      await applyLook(page, look)
      await page.goto('/')
      await expect(page.getByRole('heading', { name: texts.log_in_title })).toBeVisible()
      await expect(page.getByRole('button', { name: texts.log_in })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme)
      await check('log-in')
      await enter(page, '/device/device-list', admin)
      await page.reload()
      await expect(page.getByRole('heading', { name: texts.devices })).toBeVisible()
      await expect(deviceRows(page).nth(3)).toBeVisible()
      for (const column of [texts.device_name, texts.recognition, texts.distributor])
        await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
      await check('list')
      if (isCheckedByAxe(look)) {
        await page.getByRole('checkbox', { name: texts.select_page }).check()
        await page.getByRole('button', { name: texts.more_filters }).click()
        await expect(page.getByText(texts.recognition).last()).toBeVisible()
        await expectNoViolations(page, 'device list with filters open and rows selected')
      }
      for (const part of PARTS) {
        await enter(page, `/device/device-detail/${mac}?tab=${part}`, admin)
        await expect(page.getByRole('tab', { name: texts[part], selected: true }).first()).toBeVisible()
        await expect(completePart(page, part)).toBeVisible()
        await check(part)
      }
    })

    for (const [area, screens] of AREAS)
      test(`screens of ${area}`, async ({ page }) => {
        // Its people file service orders last.
        if (area === 'service') await waitForDemo()
        const check = await openCheck(page, look)
        await applyLook(page, look)
        for (const { name, path, complete } of screens) {
          await enter(page, path(records), admin)
          await expect(complete(page), name).toBeVisible()
          await check(name)
        }
      })
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

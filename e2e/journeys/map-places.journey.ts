import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page, test } from '@playwright/test'
import { startGeocoderSimulator } from '../geocoder-simulator.ts'
import { startProduct } from '../product.ts'
import { type SignedIn, signIn } from '../running.ts'
import { findViolations } from './axe.ts'
import { useProduct } from './own-product.ts'
import { enter } from './steps.ts'

/** What the product under test of this file finds addresses with. */
const CREDIT = 'Streets: the simulated geocoder'

const LOOKS = [
  { locale: 'en', theme: 'light', width: 1440, height: 900 },
  { locale: 'pl', theme: 'dark', width: 1024, height: 768 },
  { locale: 'zh', theme: 'light', width: 1440, height: 900 },
  { locale: 'pl', theme: 'light', width: 390, height: 844 },
] as const

test('without a geocoder the maps say which setting the address search needs', async ({ page }) => {
  await enter(page, '/map/second?at=15,50,4')
  const search = page.getByRole('button', { name: 'Search address' })
  await expect(search).toHaveAttribute('aria-disabled', 'true')
  await search.hover()
  await expect(page.getByText(/HEATFLEET_GEOCODER_URL/)).toBeVisible()
})

test('an address is found on the map; units are placed by theirs or by an estimate, and taken back', async ({
  browser,
}) => {
  test.setTimeout(480_000)
  const geocoder = await startGeocoderSimulator()
  const product = await startProduct({
    mode: 'start',
    demo: 12,
    environment: {
      HEATFLEET_GEOCODER_URL: geocoder.url,
      HEATFLEET_GEOCODER_CREDIT: CREDIT,
      HEATFLEET_NOTIFICATION_NETWORKS: '127.0.0.1',
      // Nobody answers there: outlines stay.
      HEATFLEET_MAP_SATELLITE_TILES: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
      HEATFLEET_MAP_ROUTE_URL: 'https://routes.example.com/?to={lat},{lon}',
    },
  })
  const restore = useProduct(product)
  try {
    const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })
    const admin = await signIn()
    const macs = await takePositions(admin)
    await tellStory(await context.newPage(), admin, macs)
    await lookFromAbove(await context.newPage(), admin)
    // The same address was searched twice and asked once.
    expect(geocoder.asked.filter((text) => text.includes('Wenyi'))).toHaveLength(1)
    for (const { locale, theme, width, height } of LOOKS) {
      const page = await context.newPage()
      await page.setViewportSize({ width, height })
      await page.addInitScript(
        (look) => {
          localStorage.setItem('locale', look.locale)
          localStorage.setItem('theme', look.theme)
        },
        { locale, theme },
      )
      await enter(page, '/map/device?side=unplaced', admin)
      await expect(page.locator('[data-drawn]')).toBeVisible()
      await page.locator('li button[aria-expanded]').last().click()
      const panel = page.locator('li section')
      await panel.getByRole('textbox').fill('Wenyi West Road 969')
      await panel.getByRole('textbox').press('Enter')
      await expect(panel.getByText(CREDIT)).toBeVisible()
      await expect(page.locator('[data-drawn]')).toBeVisible()
      expect(await findViolations(page), `${locale} ${theme} ${width}`).toEqual([])
      await page.screenshot({ path: test.info().outputPath(`places-${locale}-${theme}-${width}.png`) })
      await page.close()
    }
  } finally {
    restore()
    await product.stop()
    await geocoder.stop()
  }
})

/** Both maps switch to pictures from above, and a unit leads to a service of routes. */
const lookFromAbove = async (page: Page, admin: SignedIn) => {
  const { list } = await admin.call(api.deviceList, { query: { size: 1 }, body: { has_position: true } })
  const { mac = '', position = null } = list[0] ?? {}
  await enter(page, `/map/second?at=${position?.lon},${position?.lat},18&unit=${mac}`, admin)
  const satellite = page.getByRole('button', { name: 'Satellite' })
  await satellite.click()
  await expect(satellite).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/ground=satellite/)
  await expect(page.getByText('The map service cannot be reached; outlines are shown instead.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Navigate' })).toHaveAttribute(
    'href',
    `https://routes.example.com/?to=${position?.lat},${position?.lon}`,
  )
  await page.close()
}

/** Three units of distributors in Zhejiang lose their positions. */
const takePositions = async ({ call }: SignedIn): Promise<string[]> => {
  const { list } = await call(api.deviceList, { query: { size: 50 }, body: { has_position: true } })
  const macs: string[] = []
  for (const { mac } of list) {
    const { estimate } = await call(api.mapEstimate, { query: { mac } })
    if (estimate !== null && macs.length < 3) {
      await call(api.devicePosition, { query: { mac }, body: { position: null } })
      macs.push(mac)
    }
  }
  expect(macs).toHaveLength(3)
  return macs
}

const tellStory = async (page: Page, { call, ...signed_in }: SignedIn, [first = '', second = '']: string[]) => {
  const admin = { call, ...signed_in }
  const positionOf = async (mac: string) => (await call(api.mapDeviceInfo, { query: { mac } })).position
  const nameOf = async (mac: string) => (await call(api.mapDeviceInfo, { query: { mac } })).device_name || mac

  // The search of the map goes to the address and marks it.
  await enter(page, '/map/device?at=105,34,2', admin)
  await page.getByRole('textbox', { name: 'Search address' }).fill('Wenyi West Road 969')
  await page.getByRole('textbox', { name: 'Search address' }).press('Enter')
  const places = page.getByRole('list', { name: 'Places found' })
  await expect(places.getByRole('button')).toHaveCount(2)
  await expect(places.getByRole('button').first()).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/at=120\.0\d*(?:%2C|,)30\.2/)
  await expect(page.getByText(CREDIT)).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('search.png') })
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove mark' }).click()
  await page.getByRole('textbox', { name: 'Search address' }).fill('Nowhere at all')
  await page.getByRole('textbox', { name: 'Search address' }).press('Enter')
  await expect(page.getByText('No place found for this address.')).toBeVisible()

  // From its address: proposed, set by one press, taken back.
  await page.goto('/#/map/device?side=unplaced')
  const names = [await nameOf(first), await nameOf(second)]
  await page.getByRole('button', { name: `Place ${names[0]} on the map` }).click()
  const panel = page.getByRole('region', { name: `Place ${names[0]} on the map` })
  await panel.getByRole('textbox', { name: 'From its address' }).fill('Wenyi  West Road 969')
  await panel.getByRole('textbox', { name: 'From its address' }).press('Enter')
  await expect(panel.getByText(/^Proposed: 969 Wenyi.*within about \d+ m$/)).toBeVisible()
  expect(await positionOf(first)).toBeNull()
  await panel.getByRole('button', { name: 'Set this position' }).click()
  await expect(page.getByText(`${names[0]}: position set.`)).toBeVisible()
  expect(await positionOf(first)).toMatchObject({ lat: 30.2767, lon: 120.0236, accuracy_m: 36 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => positionOf(first)).toBeNull()

  // An estimate: drawn as such, and not counted as placed.
  await page.getByRole('button', { name: `Place ${names[1]} on the map` }).click()
  const other = page.getByRole('region', { name: `Place ${names[1]} on the map` })
  await other.getByRole('button', { name: /^Estimate from / }).click()
  await expect(other.getByText(/^Proposed: Middle of .*estimated, within about \d+ km$/)).toBeVisible()
  await other.getByRole('button', { name: 'Set this position' }).click()
  await expect(page.getByText(`${names[1]}: estimate set.`)).toBeVisible()
  const estimate = await positionOf(second)
  expect(estimate?.accuracy_m).toBeGreaterThan(1_000)
  const { list } = await call(api.deviceList, { query: { size: 50 }, body: { has_position: false } })
  expect(list.map(({ mac }) => mac)).toContain(second)
  await page.goto(`/#/map/device?at=${estimate?.lon},${estimate?.lat},12&side=unplaced`)
  await expect(page.getByRole('button', { name: new RegExp(`^${names[1]}: .*estimated, within about`) })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('estimate.png') })
  expect(await findViolations(page)).toEqual([])
}

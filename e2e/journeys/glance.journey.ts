import { api } from '@heatfleet/contract/api.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { embeddedConnection } from '../faults/stored.ts'
import { running, type SignedIn, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { IS_FULL } from './looks.ts'
import { enter } from './steps.ts'

/** The manufacturer, a province and a county of the demo; in a full run another province and a city too. */
const ACCOUNTS = ['admin', 'zhejiang', 'yuhang', ...(IS_FULL ? ['malopolska', 'hangzhou'] : [])] as const

/** Units of a distributor and all below it, counted in the rows themselves. */
const COUNTS = `select count(*)::int as total, count(*) filter (where lat is not null)::int as placed,
    count(*) filter (where alarm_count > 0)::int as alarm
  from devices left join device_status using (device_id)
  where not virtual and ($1::text is null or agent_path like '%/' || $1 || '/%')`
type Counts = { total: number; placed: number; alarm: number }

const countRows = async ({ user }: SignedIn): Promise<Counts> => {
  const client = new pg.Client(embeddedConnection(running.data()))
  await client.connect()
  const { rows } = await client.query<Counts>(COUNTS, [user.agent_id])
  await client.end()
  return rows[0] ?? { total: 0, placed: 0, alarm: 0 }
}

const cardOf = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ hasText: label }).first().getByRole('link').first()
/** The first number of a text, or the one after `of`. */
const numberIn = async (at: Locator, which: RegExp): Promise<number> =>
  Number((which.exec(await at.innerText())?.[1] ?? '').replaceAll(/[^0-9]/g, '') || Number.NaN)
const inView = (page: Page) => page.getByText(/^[\d,]+ of [\d,]+ in view/)

type Screen = {
  name: string
  path: string
  counts: keyof Counts
  figure: (page: Page) => Promise<number>
  /** What leads to the list of what was counted; a wall has nothing to press. */
  way?: (page: Page) => Locator
}

const map = (name: string, path: string): Screen => ({
  name,
  path: `${path}?at=60,40,1`,
  counts: 'placed',
  figure: (page) => numberIn(inView(page), /^([\d,]+) of/),
  way: (page) => page.getByRole('complementary').getByRole('link', { name: 'Open in device list' }),
})

const SCREENS: readonly Screen[] = [
  {
    name: 'front page',
    path: '/dashboard/front-page',
    counts: 'total',
    figure: (page) => numberIn(cardOf(page, 'Devices'), /([\d,]+)/),
    way: (page) => cardOf(page, 'Devices'),
  },
  {
    name: 'front page, alarms',
    path: '/dashboard/front-page',
    counts: 'alarm',
    figure: (page) => numberIn(cardOf(page, 'With active alarms'), /([\d,]+)/),
    way: (page) => cardOf(page, 'With active alarms'),
  },
  map('map', '/map/device'),
  map('second map', '/map/second'),
  {
    name: 'monitor',
    path: '/dashboard/monitor',
    counts: 'total',
    figure: (page) => numberIn(page.getByText(/^Watching/), /of ([\d,]+)/),
  },
  {
    name: 'big screen',
    path: '/dashboard/BSShow',
    counts: 'total',
    figure: (page) =>
      numberIn(page.getByRole('region', { name: 'Fleet live' }).getByRole('listitem').first(), /([\d,]+)/),
  },
  {
    name: 'device analysis',
    path: '/device/device-analysis',
    counts: 'total',
    figure: (page) => numberIn(funnelStep(page), /([\d,]+)/),
    way: (page) => funnelStep(page),
  },
]
const funnelStep = (page: Page) =>
  page.getByRole('list', { name: 'From import to use' }).getByRole('link', { name: /^(?:Received|Imported)/ })

for (const account of ACCOUNTS)
  for (const { name, path, counts, figure, way } of SCREENS)
    test(`${name}, ${account}: what is shown is what the account may see, and the list of it`, async ({ page }) => {
      const person = await sharedSession(account)
      await enter(page, path, person)
      let looks = 0
      // Other journeys import, place and repair units meanwhile: between two counts of rows lies what is shown. What
      // was loaded before the first count may be older: then the page is loaded again.
      await expect(async () => {
        looks += 1
        if (looks > 1) await page.reload()
        const before = (await countRows(person))[counts]
        const shown = await figure(page)
        const after = (await countRows(person))[counts]
        expect(shown).toBeGreaterThanOrEqual(Math.min(before, after))
        expect(shown).toBeLessThanOrEqual(Math.max(before, after))
      }).toPass()
      const violations = await findViolations(page)
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)])).toEqual([])
      if (way === undefined) return
      await way(page).click()
      await expect(page).toHaveURL(/device-list/)
      await expect(async () => {
        const before = (await countRows(person))[counts]
        await page
          .getByText(new RegExp(`^${before.toLocaleString('en')} devices?$`))
          .first()
          .waitFor({ timeout: 2_000 })
      }).toPass()
    })

test('an account of a county sees less than its province, which sees less than the manufacturer', async () => {
  const totals = await Promise.all(
    (['admin', 'zhejiang', 'yuhang'] as const).map(async (account) => {
      const person = await sharedSession(account)
      const [{ total }, counted] = [await person.call(api.deviceStatusCount), await countRows(person)]
      return { total, counted: counted.total }
    }),
  )
  const [all = 0, province = 0, county = 0] = totals.map(({ counted }) => counted)
  expect(county).toBeGreaterThan(0)
  expect(province).toBeGreaterThan(county)
  expect(all).toBeGreaterThan(province)
})

import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, type Endpoint } from '@heatfleet/contract/endpoint.ts'
import { expect, type Page, type Route, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { waitForDemo } from './demo-units.ts'
import { enter } from './steps.ts'

/** The response to a read; `held` = none. */
type Answer = 'held' | 'broken' | 'refused' | 'empty' | 'true'

const REFUSAL = { code: 400, msg: 'no permission', data: null, error: { code: 'no_permission' }, request_id: 'journey' }

/** Answers these reads so from now on; returns a function that changes it. */
const answerWith = async (page: Page, reads: readonly Endpoint[], first: Answer): Promise<(next: Answer) => void> => {
  let answer = first
  const paths = new Set(reads.map(({ path }) => `${API_PREFIX}${path}`))
  const ways: Record<Exclude<Answer, 'held'>, (route: Route) => Promise<void>> = {
    broken: (route) => route.fulfill({ status: 500, body: '' }),
    refused: (route) => route.fulfill({ json: REFUSAL }),
    empty: async (route) => {
      const response = await route.fetch()
      const whole = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { ...whole, data: { ...whole.data, list: [], total: 0 } } })
    },
    true: (route) => route.fallback(),
  }
  await page.route(
    ({ pathname }) => paths.has(pathname),
    async (route) => {
      if (answer !== 'held') await ways[answer](route)
    },
  )
  return (next) => {
    answer = next
  }
}

const LISTS = [
  ['/service/userFeedback?tab=all', 'Service orders', api.orderList, 'View service orders', 'No service orders yet'],
  ['/service/revisit', 'Ratings', api.evaluationList, 'View ratings', 'No resolved orders yet'],
  ['/device/device-saled?tab=shipped', 'Shipped', api.shippedDeviceList, 'View shipments', 'Nothing shipped yet'],
  ['/device/device-saled?tab=batches', 'Batches', api.shipmentList, 'View shipments', 'No batches yet'],
  ['/user/app-manage', 'App versions', api.appVersionList, 'View app versions', 'No versions yet'],
] as const

test('a list tells apart loading, failed, forbidden and empty', async ({ page }) => {
  test.setTimeout(240_000)
  await waitForDemo()
  const admin = await sharedSession()
  for (const [path, name, read, right, none] of LISTS) {
    await test.step(name, async () => {
      const answer = await answerWith(page, [read], 'held')
      await enter(page, path, admin)
      const list = page.getByRole('grid', { name })
      const alert = page.getByRole('main').getByRole('alert')
      await expect(list).toHaveAttribute('aria-busy', 'true')
      await expect(page.getByText(none)).toBeHidden()

      answer('broken')
      await page.reload()
      await expect(alert).toContainText('Loading failed')
      await expect(page.getByText(none)).toBeHidden()
      answer('refused')
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText(`“${right}”`)).toBeVisible()
      await expect(alert).toBeHidden()

      answer('empty')
      await page.reload()
      await expect(page.getByText(none)).toBeVisible()
      answer('true')
      await page.reload()
      await expect(list.getByRole('row').nth(1)).toBeVisible()
      await expect(page.getByText(none)).toBeHidden()
      await page.unrouteAll()
    })
  }
})

test('a page that cannot be read says so, and which right is missing', async ({ page }) => {
  const admin = await sharedSession()
  for (const [path, read] of [
    ['/device/device-detail/7cdfa1210000', api.deviceInfo],
    ['/user/role-detail/1', api.roleInfo],
    ['/product/product-list', api.productInfo],
  ] as const) {
    const alert = page.getByRole('main').getByRole('alert')
    await page.route(
      ({ pathname }) => new RegExp(`^${API_PREFIX}${read.path.replace(':id', String.raw`\d+`)}$`).test(pathname),
      (route) => route.fulfill({ status: 500, headers: { 'x-request-id': 'journey-500' }, body: '' }),
    )
    await enter(page, path, admin)
    await expect(alert).toContainText('The server returned an unexpected response (500).')
    await expect(alert).toContainText('Request journey-500')
    await page.unrouteAll()
  }
  const named = { ...REFUSAL, error: { code: 'no_permission', details: { permission: 'product:view' } } }
  await page.route(
    ({ pathname }) => pathname === `${API_PREFIX}${api.listRegister.path}`,
    (route) => route.fulfill({ json: named }),
  )
  await enter(page, '/product/product-record', admin)
  await expect(page.getByText('“View products”')).toBeVisible()
  await page.unrouteAll()
})

test('a list whose answer does not come says so after a minute, and is there when it does', async ({ page }) => {
  await page.clock.install()
  const answer = await answerWith(page, [api.roleList], 'held')
  await enter(page, '/user/role-list')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(page.getByRole('grid', { name: 'Roles' })).toHaveAttribute('aria-busy', 'true')
  await page.clock.fastForward(61_000)
  await expect(alert).toContainText('The server did not answer in time.')
  answer('true')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('grid', { name: 'Roles' }).getByRole('row').nth(1)).toBeVisible()
})

test('failed or refused parts of a distributor’s page keep their headings; the missing comparison is explained once', async ({
  page,
}) => {
  await waitForDemo()
  const admin = await sharedSession()
  const { list } = await admin.call(api.agentList, { query: { pageNo: 1, size: 1 }, body: { agent_level: 1 } })
  const detail = `/distributor/distributor-detail/${list[0]?.agent_id}`
  const answer = await answerWith(page, [api.deviceList, api.orderList], 'broken')
  await enter(page, `${detail}?tab=alarms`, admin)
  const panel = page.getByRole('tabpanel')
  const names = ['Devices with active alarms, newest first', 'Service orders, newest first']
  await expect(panel.getByRole('alert')).toHaveCount(2)
  await expect(panel.getByRole('heading')).toHaveText(names)
  answer('refused')
  await page.reload()
  await expect(panel.getByText('“View service orders”')).toBeVisible()
  await expect(panel.getByText('“View devices”')).toBeVisible()
  await expect(panel.getByRole('heading')).toHaveText(names)
  await page.unrouteAll()

  await page.goto(`/#${detail}?tab=performance`)
  await expect(panel.getByRole('heading', { name: 'Satisfied or better' })).toBeVisible()
  await expect(panel.getByText(/^No comparison with fewer than 5/)).toHaveCount(1)
})

import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page, test } from '@playwright/test'
import { type SignedIn, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { demoUnits } from './demo-units.ts'
import { enter } from './steps.ts'

/** What the console says in each language; typed in here, not taken from its catalogues. */
const LOOKS = {
  en: {
    theme: 'light',
    similar: 'Devices: similar names',
    choose: 'Choose a device',
    trend: 'Resolved orders and satisfaction by month',
    handling: 'Handling time by month, median',
  },
  pl: {
    theme: 'dark',
    similar: 'Urządzenia: podobne nazwy',
    choose: 'Wybierz urządzenie',
    trend: 'Rozwiązane zgłoszenia i zadowolenie według miesięcy',
    handling: 'Czas obsługi według miesięcy (mediana)',
  },
  zh: {
    theme: 'light',
    similar: '设备：名称相近',
    choose: '请选择设备',
    trend: '每月解决工单与满意率',
    handling: '每月处理时间（中位数）',
  },
} as const

/** Of the demo's accounts the language is stored with the account and would win. */
const enterIn = async (page: Page, language: keyof typeof LOOKS, route: string, session: SignedIn) => {
  const { theme } = LOOKS[language]
  await page.addInitScript(
    (look) => {
      localStorage.setItem('locale', look.language)
      localStorage.setItem('theme', look.theme)
    },
    { language, theme },
  )
  await enter(page, route, { ...session, user: { ...session.user, language: '' } })
}

for (const language of ['en', 'pl', 'zh'] as const) {
  const texts = LOOKS[language]

  test(`${language}: a unit is found although a letter of its name is wrong, said to be similar, and opened by choice`, async ({
    page,
  }) => {
    const session = await sharedSession()
    const units = await demoUnits(session)
    const unit = units.find(({ device_name }) => /^[a-z ]*[a-z]{6}/i.test(device_name)) ?? units[0]
    const { device_name = '' } = unit ?? {}
    const [word = ''] = /[a-z]{6,}/i.exec(device_name) ?? []
    const wrong = `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}`
    const { devices, is_similar } = await session.call(api.searchAll, { body: { text: wrong } })
    expect([is_similar, devices.length > 0], wrong).toEqual([true, true])

    await enterIn(page, language, '/device/device-list', session)
    await expect(page.getByRole('row').nth(3)).toBeVisible()
    await page.keyboard.press('Control+k')
    const input = page.getByRole('dialog').getByRole('combobox')
    await input.fill(wrong)
    // Before the answer: what is similar is opened by nobody who has not seen it.
    await page.keyboard.press('Enter')
    const similar = page.getByRole('listbox').getByRole('group', { name: texts.similar })
    await expect(similar.getByRole('option').first()).toContainText(devices[0]?.mac ?? '')
    await expect(page).toHaveURL(/device-list/)
    expect(await findViolations(page)).toEqual([])
    await page.screenshot({ path: test.info().outputPath('similar.png') })
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`device-detail/${devices[0]?.mac}`))
  })

  test(`${language}: the history opens with the unit that was looked at last, until it is removed`, async ({
    page,
  }) => {
    const session = await sharedSession()
    const [, unit] = await demoUnits(session)
    const { mac = '', device_name = '' } = unit ?? {}
    await enterIn(page, language, '/issue/device-history', session)
    // Nobody has looked at a unit.
    await expect(page.getByText(texts.choose, { exact: true })).toBeVisible()

    await page.goto(`/#/device/device-detail/${mac}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(device_name)
    await page.goto('/#/issue/device-history')
    await expect(page).toHaveURL(new RegExp(`device-history\\?macs=${mac}`))
    await expect(page.getByRole('main').getByText(`${device_name} · ${mac}`).first()).toBeVisible()
    await expect(page.getByText(texts.choose, { exact: true })).toHaveCount(0)
    expect(await findViolations(page)).toEqual([])
    await page.screenshot({ path: test.info().outputPath('history.png') })

    await page.goto('/#/issue/device-history?macs=')
    await expect(page.getByText(texts.choose, { exact: true })).toBeVisible()
    // One that is not to be found is no error of the address: it named none.
    await page.evaluate(() =>
      localStorage.setItem('devInfo', JSON.stringify({ mac: '7cdfaf000000', device_name: '', product_key: 'x' })),
    )
    await page.goto('/#/device/device-list')
    await expect(page.getByRole('row').nth(3)).toBeVisible()
    await page.goto('/#/issue/device-history')
    await expect(page.getByText(texts.choose, { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByText('7cdfaf000000')).toHaveCount(0)
  })

  test(`${language}: the performance of a distributor shows its last twelve months`, async ({ page }) => {
    const session = await sharedSession()
    const { list } = await session.call(api.agentList, { query: { pageNo: 1, size: 999 }, body: {} })
    const agent = list.toSorted((a, b) => b.device_count - a.device_count)[0]
    // Of the demo nothing is resolved yet: the year of the answer is one in which something was.
    await page.route('**/agent-info/*/performance*', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      expect(answer.data.service.months).toHaveLength(12)
      answer.data.service.months = answer.data.service.months.map((month: object, at: number) => ({
        ...month,
        handled: 3 + ((at * 5) % 9),
        handling_ms: at === 4 ? null : (2 + ((at * 7) % 11)) * 14_400_000,
        rated: at === 4 ? 0 : 4,
        satisfied: at === 4 ? 0 : 1 + (at % 4),
      }))
      await route.fulfill({ response, json: answer })
    })
    await enterIn(
      page,
      language,
      `/distributor/distributor-detail/${agent?.agent_id}?tab=performance&table=handling`,
      session,
    )
    const tab = page.getByRole('tabpanel')
    await expect(tab.getByRole('heading', { name: texts.trend })).toBeVisible()
    await expect(tab.locator('[data-ready=yes]')).toHaveCount(1)
    // One head and twelve months, of which the current one is the last.
    await expect(tab.getByRole('row')).toHaveCount(13)
    await page.screenshot({ path: test.info().outputPath('table.png'), fullPage: true })
    await page.goto(page.url().replace('&table=handling', ''))
    await expect(tab.getByRole('heading', { name: texts.handling })).toBeVisible()
    await expect(tab.locator('[data-ready=yes]')).toHaveCount(2)
    expect(await findViolations(page)).toEqual([])
    await page.screenshot({ path: test.info().outputPath('trend.png'), fullPage: true })
    await page.unrouteAll({ behavior: 'wait' })
  })
}

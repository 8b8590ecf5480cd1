import { api } from '@heatfleet/contract/api.ts'
import { HistoryQuestion } from '@heatfleet/contract/history/history.ts'
import { expect, type Page, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { enter, openOnlineDevice, openPart } from './steps.ts'

// Another zone than the one that will be chosen, and than that of the server.
test.use({ timezoneId: 'America/Sao_Paulo' })

/** The next history request that matches. */
const nextRequest = async (page: Page, fits: (question: HistoryQuestion) => boolean): Promise<HistoryQuestion> => {
  const request = await page.waitForRequest(
    (sent) => sent.url().includes(api.historyData.path) && fits(HistoryQuestion.parse(sent.postDataJSON())),
  )
  return HistoryQuestion.parse(request.postDataJSON())
}

test('curves and typed times are in the displayed time zone', async ({ page }) => {
  // The time zone is stored with the account: no other journey uses this one.
  await enter(page, '/device/device-list', await sharedSession('engineer'))
  await page.getByRole('button', { name: /Time zone$/ }).click()
  await page.getByRole('menuitemradio', { name: 'UTC', exact: true }).click()

  await openOnlineDevice(page)

  // The overview draws the demand for hot water as well, the curves do not.
  const drawn = nextRequest(page, ({ points }) => points.includes('t_out') && !points.includes('dem_dhw'))
  const curves = await openPart(page, 'Curves')
  expect((await drawn).time_zone).toBe('UTC')

  await curves.getByRole('tab', { name: 'Custom' }).click()
  await expect(page).toHaveURL(/[?&]from=/)
  const moment = (end: 'from' | 'to') => {
    const ms = Number(new URLSearchParams(page.url().split('?').at(-1)).get(end))
    return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
  }
  const from = curves.getByPlaceholder('From')
  // While it is typed, a moment is written year first.
  for (const [end, field] of [
    ['to', curves.getByPlaceholder('To', { exact: true })],
    ['from', from],
  ] as const) {
    await field.focus()
    await expect(field).toHaveValue(moment(end))
  }

  // Typed times are in that zone as well.
  const typed = `${moment('from').slice(0, 10)} 00:00`
  await from.fill(typed)
  await from.press('Enter')
  await expect.poll(() => moment('from')).toBe(typed)
})

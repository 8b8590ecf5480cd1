import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { enter } from './steps.ts'

test('a comment at an alarm mentions a colleague, who finds it in the inbox', async ({ page }) => {
  const [admin, service] = [await sharedSession(), await sharedSession('service')]
  // Alarms of virtual units go with their units, which other journeys stop; the first unit of the demo trips soon after the start.
  const findAlarm = async () =>
    (await admin.call(api.alarmList, { body: { tab: 'all' } })).list.find(({ virtual }) => !virtual)?.alarm_id
  await expect.poll(findAlarm, { message: 'an alarm of a unit' }).toBeDefined()
  const alarm_id = await findAlarm()
  await enter(page, `/issue/issue-list?tab=all&alarm=${alarm_id}`, admin)
  const comments = page.getByRole('region', { name: 'Comments', exact: true })
  const said = `Please look at the pump, ${Date.now()}`
  await comments.getByRole('textbox').first().fill(said)
  await comments.getByRole('combobox', { name: 'Mention' }).click()
  const colleague = page.getByRole('option', { name: /^service/ })
  await expect(colleague).toBeVisible()
  await expect(page.getByRole('option', { name: /^admin/ })).toHaveCount(0)
  await colleague.click()
  await page.keyboard.press('Escape')
  await comments.getByRole('button', { name: 'Add comment' }).click()
  await expect(comments.getByRole('listitem').filter({ hasText: said })).toContainText('@service')
  expect(await findViolations(page)).toEqual([])
  const notices = (await service.call(api.notices)).list
  expect(notices.find(({ subject }) => subject === said)).toMatchObject({
    what: 'alarm_mentioned',
    text: String(alarm_id),
    user_name: 'admin',
  })
})

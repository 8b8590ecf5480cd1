import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { expect } from '@playwright/test'
import pg from 'pg'
import { embeddedConnection } from '../faults/stored.ts'
import { running, sharedSession, signIn } from '../running.ts'
import { test } from './close-contexts.ts'
import { makePerson } from './people.ts'
import { enter, fillLogIn } from './steps.ts'

const NOTIFICATIONS = '/center/info?tab=notifications'

test('quiet hours are stored with the account, an invalid time is refused, and a test notification arrives', async ({
  page,
  browser,
}) => {
  const { person } = await makePerson(await sharedSession(), { permissions: ['device:view'] })
  const user_name = person.user.user_name
  await enter(page, NOTIFICATIONS, person)
  const from = page.getByRole('textbox', { name: 'From' })
  await expect(from).toBeDisabled()
  await page.getByRole('switch', { name: 'Quiet hours every night' }).click()
  await from.fill('25:00')
  await from.press('Enter')
  await expect(from).toHaveAttribute('aria-invalid', 'true')
  await from.fill('23:30')
  await from.press('Enter')
  const kept = async () => {
    const { preferences } = await signIn(user_name).then(({ user }) => user)
    return preferences.quiet_hours
  }
  await expect.poll(kept).toEqual({ on: true, from: '23:30', to: '07:00' })

  await page.getByRole('button', { name: 'Send test notification' }).click()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'This is a test notification' })).toBeVisible()

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(running.url())
  await fillLogIn(elsewhere, user_name, running.password())
  await expect(elsewhere.getByRole('heading', { name: 'Devices' })).toBeVisible()
  await elsewhere.goto(`${running.url()}/#${NOTIFICATIONS}`)
  await expect(elsewhere.getByRole('textbox', { name: 'From' })).toHaveValue('23:30')

  // A change in the other browser stays, though the first one holds the older value.
  const to = elsewhere.getByRole('textbox', { name: 'To', exact: true })
  await to.fill('06:30')
  await to.press('Enter')
  await expect.poll(kept).toEqual({ on: true, from: '23:30', to: '06:30' })
  await expect(page.getByRole('textbox', { name: 'To', exact: true })).toHaveValue('07:00')
  await from.fill('22:15')
  await from.press('Enter')
  await expect.poll(kept).toEqual({ on: true, from: '22:15', to: '06:30' })
  await expect(page.getByRole('textbox', { name: 'To', exact: true })).toHaveValue('06:30')
})

test('an API token is shown once, has only its permissions, and is invalid once revoked', async ({ page }) => {
  const permissions = ['device:view', 'agent:view', 'api:view', 'api:edit'] as const
  const { person } = await makePerson(await sharedSession(), { permissions: [...permissions] })
  await enter(page, '/center/info?tab=tokens', person)
  await page.getByRole('button', { name: 'Create token' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').first().fill('Nightly report')
  await form.getByRole('checkbox', { name: 'View devices' }).check()
  await form.getByRole('button', { name: 'Create token' }).click()
  const token = await page.getByRole('dialog').getByRole('code').innerText()
  const { stdout } = await shell('sh', ['-c', await page.getByRole('dialog').locator('pre').innerText()])
  expect(JSON.parse(stdout)).toMatchObject({ code: 200, msg: 'success' })
  await page.getByRole('checkbox', { name: 'I have stored it', exact: false }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText(token)).toBeHidden()
  const program = createClient({ base_url: running.url(), token: () => token })
  expect((await program(api.deviceList, { body: {} })).total).toBeGreaterThan(0)
  await expect(program(api.agentList, { body: {} })).rejects.toThrow('no permission')

  const row = page.getByRole('row', { name: /Nightly report/ })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toBeHidden()
  await expect(program(api.deviceList, { body: {} })).rejects.toThrow('invalid token')
})

const shell = promisify(execFile)

/** Sets an end in the past, which no screen and no endpoint accepts. */
const expire = async (uid: number) => {
  const sql = new pg.Client(embeddedConnection(running.data()))
  await sql.connect()
  await sql.query("UPDATE accounts SET valid_until = now() - interval '1 day' WHERE uid = $1", [uid])
  await sql.end()
}

test('an API token for one distributor sees only its units and has its own rate limit', async ({ page }) => {
  const permissions = ['device:view', 'agent:view', 'api:view', 'api:edit'] as const
  const admin = await sharedSession()
  const { person } = await makePerson(admin, { permissions: [...permissions] })
  const agents = await admin.call(api.menuAgents)
  // Other journeys add units to Zhejiang: its neighbour's are compared.
  const [of_chosen, of_sibling] = [await sharedSession('malopolska'), await sharedSession('zhejiang')]
  const chosen = agents.find(({ agent_id }) => agent_id === of_chosen.user.agent_id)
  const sibling = agents.find(({ agent_id }) => agent_id === of_sibling.user.agent_id)
  if (chosen === undefined || sibling === undefined) throw new Error('the demo has no two provinces with units')
  await enter(page, '/center/info?tab=tokens', person)
  await page.getByRole('button', { name: 'Create token' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
  await form.getByRole('textbox', { name: 'Name' }).fill('One province')
  await form.getByRole('combobox', { name: 'Distributor' }).fill(chosen.agent_name)
  await page.getByTitle(chosen.agent_name, { exact: true }).click()
  await form.getByRole('combobox', { name: 'Rate limit' }).click()
  await page.getByTitle('10 calls per minute').click()
  for (const right of ['View devices', 'View distributors'])
    await form.getByRole('checkbox', { name: right, exact: true }).check()
  await form.getByRole('button', { name: 'Create token' }).click()
  const token = await page.getByRole('dialog').getByRole('code').innerText()
  await page.getByRole('checkbox', { name: 'I have stored it', exact: false }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  const row = page.getByRole('row', { name: /One province/ })
  await expect(row.getByText(chosen.agent_name)).toBeVisible()
  await expect(row.getByText('10 calls per minute')).toBeVisible()

  const program = createClient({ base_url: running.url(), token: () => token })
  const ofAgent = async ({ agent_id }: { agent_id: number }) =>
    (await admin.call(api.deviceList, { body: { agent_id } })).list.map(({ mac }) => mac)
  const [own, foreign] = [await ofAgent(chosen), await ofAgent(sibling)]
  expect((await program(api.deviceList)).list.map(({ mac }) => mac).toSorted()).toEqual(own.toSorted())
  expect((await program(api.deviceList, { body: { agent_id: sibling.agent_id } })).total).toBe(0)
  await expect(program(api.deviceInfo, { query: { mac: foreign[0] ?? '' } })).rejects.toThrow('device not found')
  const { list } = await program(api.agentList, { body: {} })
  expect(list.map(({ agent_id }) => agent_id)).toContain(chosen.agent_id)
  expect(list.map(({ agent_id }) => agent_id)).not.toContain(sibling.agent_id)
  // Four calls were made: the eleventh of the minute is too many.
  for (let call = 4; call < 10; call += 1) await program(api.menuProducts)
  await expect(program(api.menuProducts)).rejects.toThrow()
})

test('an expired account is shown as such, cannot log in, and can after its end is moved', async ({
  page,
  browser,
}) => {
  const admin = await sharedSession()
  const { person } = await makePerson(admin, { permissions: ['device:view'] })
  const { uid, user_name } = person.user
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await enter(page, `/user/user-detail/${uid}`, admin)
  const until = page.getByLabel('Valid until', { exact: true })
  const save = async (day: string) => {
    await until.fill(day)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await save(dayIn(-2))
  await expect(until).toHaveAttribute('aria-invalid', 'true')
  await expect(until).toHaveAccessibleDescription(/in the past/)
  await expect(until).toHaveValue(dayIn(-2))
  await expire(uid)
  await page.reload()
  await expect(page.getByText('Expired', { exact: true })).toBeVisible()
  const own = await (await browser.newContext()).newPage()
  await own.goto(running.url())
  await fillLogIn(own, user_name, running.password())
  await expect(own.getByRole('alert')).toBeVisible()
  await expect(own).toHaveURL(/#\/login/)
  await save(dayIn(2))
  await expect(page.getByText('Expired', { exact: true })).toBeHidden()
  await fillLogIn(own, user_name, running.password())
  await expect(own.getByRole('heading', { name: 'Devices' })).toBeVisible()
})

test('an error at a field low in a form is visible above the footer', async ({ page }) => {
  const admin = await sharedSession()
  const { person } = await makePerson(admin, { permissions: ['device:view'] })
  await page.setViewportSize({ width: 1024, height: 800 })
  await enter(page, `/user/user-detail/${person.user.uid}`, admin)
  await page.getByLabel('Valid until', { exact: true }).fill('2020-01-02')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const message = page.getByText('This day is in the past.', { exact: false })
  await expect(message).toBeInViewport({ ratio: 1 })
  // Nothing covers it.
  const is_on_top = () =>
    message.evaluate((it) => {
      const { left, top, height } = it.getBoundingClientRect()
      const on_top = document.elementFromPoint(left + 8, top + height - 4)
      return on_top !== null && (it.contains(on_top) || on_top.contains(it))
    })
  await expect.poll(is_on_top).toBe(true)
})

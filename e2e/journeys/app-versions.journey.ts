import { createHash } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { expect, type Page, test } from '@playwright/test'
import { openApp } from '../attacks/app-person.ts'
import { running, sharedSession } from '../running.ts'
import { enter } from './steps.ts'

/** Runs a row action of the only version in the list. */
const act = async (page: Page, action: string) => {
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a forced version is created, released by typing it, offered to phones, paused and withdrawn', async ({
  page,
}) => {
  const admin = await sharedSession()
  const app_name = `Versions ${Date.now()}`
  const app = await admin.call(api.createApplication, { body: { app_name, platforms: ['ios', 'android'] } })
  const phone = createClient({
    base_url: running.url(),
    key: app.app_key,
    secret: app.app_secret,
    token: () => null,
  })
  const offered = async (version = '2.0.0') => {
    const query = { platform: 'android', version, installation: 'journey', language: 'pl' } as const
    return phone(api.appLatestVersion, { query })
  }
  await enter(page, `/user/app-list`, admin)
  const app_row = page.getByRole('row', { name: new RegExp(app_name) })
  await app_row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Versions of this app' }).click()
  await expect(page).toHaveURL(new RegExp(`app-manage\\?app_id=${app.app_id}`))
  // None of this app yet, though others have some.
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()

  await page.getByRole('button', { name: 'New version' }).click()
  const form = page.getByRole('dialog', { name: 'New version' })
  const version = form.getByRole('textbox', { name: 'Version', exact: true })
  const save = form.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(version).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Platform').click()
  // The platforms of the app, no others.
  await expect(page.getByTitle('iOS')).toBeVisible()
  await expect(page.getByTitle('HarmonyOS')).toHaveCount(0)
  await page.getByTitle('Android').click()
  await version.fill('2.5')
  await form.getByLabel('Build').fill('25')
  await form.getByRole('radio', { name: 'Forced' }).check()
  await form.getByLabel('Minimum supported version').fill('2.6')
  await form.getByLabel('Store link').fill('http://example.com/app')
  await form.getByLabel('Release notes in English').fill('Quieter at night.')
  await form.getByLabel('Release notes in Polish').fill('Ciszej w nocy.')
  await save.click()
  const minimum = form.getByLabel('Minimum supported version')
  await expect(minimum).toHaveAccessibleDescription(/must not be higher than the version/i)
  await expect(form.getByLabel('Store link')).toHaveAccessibleDescription(/starts with https/)
  await minimum.fill('2.1')
  await form.getByLabel('Store link').fill('https://example.com/app')
  await save.click()
  await expect(form).toBeHidden()
  const row = page.getByRole('row', { name: /2\.5/ })
  await expect(row.getByText('Draft', { exact: true })).toBeVisible()
  expect((await offered()).update).toBe('none')

  await act(page, 'Release')
  const dialog = page.getByRole('dialog', { name: /^Release/ })
  await expect(dialog.getByText('This is a forced update', { exact: false })).toBeVisible()
  const release = dialog.getByRole('button', { name: 'Release' })
  await expect(release).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('textbox').fill('2.4')
  await expect(release).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('textbox').fill('2.5')
  await release.click()
  await expect(row.getByText('Released', { exact: true })).toBeVisible()
  expect(await offered()).toMatchObject({ update: 'forced', latest: { version: '2.5', notes: 'Ciszej w nocy.' } })
  expect((await offered('2.5.0')).update).toBe('none')

  // A copy is a new draft and needs a higher version.
  await act(page, 'Copy to a new version')
  const copy = page.getByRole('dialog', { name: 'New version' })
  await expect(copy.getByLabel('Release notes in English')).toHaveValue('Quieter at night.')
  await copy.getByRole('textbox', { name: 'Version', exact: true }).fill('2.4.9')
  await copy.getByLabel('Build').fill('24')
  await copy.getByRole('button', { name: 'Save' }).click()
  await expect(copy.getByRole('textbox', { name: 'Version', exact: true })).toHaveAccessibleDescription(
    /Must be higher than 2\.5\./,
  )
  await copy.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /^Discard/ })
    .click()
  await expect(copy).toBeHidden()

  await act(page, 'Pause')
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
  await expect(row.getByText('Paused', { exact: true })).toBeVisible()
  expect((await offered()).update).toBe('none')
  await act(page, 'Withdraw')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(row.getByText('Withdrawn', { exact: true })).toBeVisible()
  expect((await offered()).update).toBe('none')

  // The drawer shows all fields of the version.
  await row.getByText('2.5', { exact: true }).click()
  const drawer = page.getByRole('dialog', { name: `${app_name} 2.5` })
  await expect(drawer.getByText('Ciszej w nocy.')).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Open store' })).toHaveAttribute('href', 'https://example.com/app')
})

test('the share of a released version grows, and who signed in with which version is shown', async ({ page }) => {
  const admin = await sharedSession()
  const app_name = `Shares ${Date.now()}`
  const app = await openApp(running.url(), admin.call, app_name)
  const { applicationList, createAppVersion, releaseAppVersion } = api
  const { list } = await admin.call(applicationList, { body: { app_name } })
  const app_id = list[0]?.app_id ?? 0
  const draft = { app_id, platform: 'ios', version: '1.0', build: 1, staged_percent: 10 } as const
  const made = await admin.call(createAppVersion, { body: { ...draft, store_url: 'https://example.com/app' } })
  await admin.call(releaseAppVersion, { params: { id: made.version_id }, body: {} })
  await app.join(`shares-${Date.now()}@example.com`)

  await enter(page, `/user/app-manage?app_id=${app_id}`, admin)
  await act(page, 'Increase rollout')
  const dialog = page.getByRole('dialog', { name: /^Increase rollout/ })
  const percent = dialog.getByLabel('Rollout')
  await percent.fill('10')
  await expect(percent).toHaveAccessibleDescription(/from 11 to 100/)
  await percent.fill('50')
  await dialog.getByRole('button', { name: 'Increase rollout', exact: true }).click()
  await expect(page.getByRole('row', { name: /1\.0/ }).getByText('50 %')).toBeVisible()

  await page.getByRole('tab', { name: 'Versions in use' }).click()
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Not reported/ }).getByText('100.0 %')).toBeVisible()
})

test('a package is uploaded, planned, released and fetched by the link of the update check', async ({ page }) => {
  const admin = await sharedSession()
  const app_name = `Packages ${Date.now()}`
  const app = await admin.call(api.createApplication, { body: { app_name, platforms: ['android'] } })
  const draft = { app_id: app.app_id, platform: 'android', version: '3.0', build: 30 } as const
  await admin.call(api.createAppVersion, { body: { ...draft, channel: 'beta', countries: ['PL'] } })
  const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(1_500_000, 7)])
  await enter(page, `/user/app-manage?app_id=${app.app_id}`, admin)
  const row = page.getByRole('row', { name: /3\.0/ })
  await expect(row).toContainText('Beta')
  await expect(row).toContainText('Poland')

  // Neither a package nor a store link: no phone could get it.
  await act(page, 'Release')
  const release = page.getByRole('dialog', { name: /^Release/ })
  await release.getByRole('button', { name: 'Release' }).click()
  await expect(release.getByText('Upload a package or enter a store link first.')).toBeVisible()
  await release.getByRole('button', { name: 'Cancel' }).click()

  await row.getByText('3.0', { exact: true }).click()
  const drawer = page.getByRole('dialog', { name: `${app_name} 3.0` })
  const choose = (name: string, buffer: Buffer) =>
    drawer
      .getByRole('button', { name: 'Package', exact: true })
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await choose('notes.apk', Buffer.from('no archive'))
  await drawer.getByRole('button', { name: 'Upload package' }).click()
  await expect(drawer.getByText('This file is not a package', { exact: false })).toBeVisible()
  await choose('home-3.0.apk', file)
  await drawer.getByRole('button', { name: 'Upload package' }).click()
  await expect(page.getByText('Package uploaded.')).toBeVisible()
  await expect(drawer.getByText('home-3.0.apk')).toBeVisible()
  const sha256 = createHash('sha256').update(file).digest('hex')
  await expect(drawer.getByText(sha256, { exact: true })).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).last().click()
  await expect(row).toContainText('1.4 MiB')

  await act(page, 'Schedule release')
  const plan = page.getByRole('dialog', { name: /^Schedule release/ })
  const time = plan.getByRole('textbox', { name: 'Release at' })
  await time.fill('2020-01-01 08:00')
  await time.press('Enter')
  await expect(plan.getByText('Choose a time in the next year.')).toBeVisible()
  const next = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await time.fill(`${next} 08:00`)
  await time.press('Tab')
  await plan.getByRole('button', { name: 'Schedule release' }).click()
  await expect(row.getByText('Scheduled', { exact: true })).toBeVisible()
  await act(page, 'Cancel schedule')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel schedule' }).click()
  await expect(row.getByText('Draft', { exact: true })).toBeVisible()
  await act(page, 'Release')
  await release.getByRole('button', { name: 'Release' }).click()
  await expect(row.getByText('Released', { exact: true })).toBeVisible()

  const phone = createClient({ base_url: running.url(), key: app.app_key, secret: app.app_secret, token: () => null })
  const query = { platform: 'android', version: '2.0', installation: 'journey' } as const
  expect((await phone(api.appLatestVersion, { query })).update).toBe('none')
  const { latest } = await phone(api.appLatestVersion, { query: { ...query, channel: 'beta', country: 'PL' } })
  const fetched = await page.request.get(latest?.package?.url ?? '')
  expect((await fetched.body()).equals(file)).toBe(true)
})

test('the push token of a phone is shortened on screen and can be withdrawn', async ({ page }) => {
  const admin = await sharedSession()
  const app = await openApp(running.url(), admin.call, `Push ${Date.now()}`)
  const { call, app_user_id } = await app.join(`push-${Date.now()}@example.com`)
  const push_token = `begin${Date.now()}${'0'.repeat(40)}end!`
  await call(api.appRegisterPushToken, { body: { platform: 'android', push_token } })
  await enter(page, `/app-user/app-user-detail/${app_user_id}?tab=messages`, admin)
  const row = page.getByRole('row', { name: /begi…end!/ })
  await expect(row.getByText('Android')).toBeVisible()
  expect(await page.content()).not.toContain(push_token)
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No phone registered')).toBeVisible()
  expect((await admin.call(api.appUserPushTokens, { params: { id: app_user_id } })).length).toBe(0)
})

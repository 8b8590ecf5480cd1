import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { expect, type Page, test } from '@playwright/test'
import { running, sharedSession } from '../running.ts'
import { enter } from './steps.ts'

/** Reads the secret of an app, which is shown only once, and confirms that it is saved. */
const keepSecret = async (page: Page, app_name: string): Promise<string> => {
  const shown = page.getByRole('dialog', { name: `Secret of “${app_name}”` })
  const app_secret = await shown.getByRole('code').innerText()
  await shown.getByRole('checkbox', { name: 'I have stored it', exact: false }).check()
  await shown.getByRole('button', { name: 'Close' }).last().click()
  await expect(shown).toBeHidden()
  return app_secret
}

test('an app is registered after field errors, edited, given a new key, disabled and enabled', async ({ page }) => {
  const admin = await sharedSession()
  const [stamp, taken] = [Date.now(), `Taken ${Date.now()}`]
  await admin.call(api.createApplication, { body: { app_name: taken } })
  await enter(page, '/user/app-list', admin)

  await page.getByRole('button', { name: 'Register app' }).click()
  const form = page.getByRole('dialog', { name: 'Register app' })
  const name = form.getByLabel('App name')
  const send = form.getByRole('button', { name: 'Register' })
  const expectError = (text: string | RegExp) => expect(name).toHaveAccessibleDescription(text)
  await send.click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expectError('Required')
  await expect(name).toBeFocused()
  await name.fill('   ')
  await send.click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill(taken)
  await send.click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expectError('Another app has this name.')
  const app_name = `Home ${stamp}`
  await name.fill(app_name)
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
  await form.getByRole('checkbox', { name: 'iOS' }).check()
  await form.getByRole('checkbox', { name: 'HarmonyOS' }).check()
  await form.getByLabel('Package name').fill('com.example.home')
  await send.click()
  await expect(form).toBeHidden()
  const first_secret = await keepSecret(page, app_name)
  const row = page.getByRole('row', { name: new RegExp(app_name) })
  for (const text of ['iOS, HarmonyOS', 'Enabled', 'com.example.home'])
    await expect(row.getByText(text, { exact: true })).toBeVisible()

  // A person signs up with this app.
  const listed = async () => (await admin.call(api.applicationList)).list.find((app) => app.app_name.endsWith(app_name))
  const app = await listed()
  const phone = (app_secret: string, key = app?.app_key ?? '') =>
    createClient({ base_url: running.url(), key, secret: app_secret, token: () => null })
  const person = { email: `apps-${stamp}@example.com`, password: 'Warm-House-42' }
  await phone(first_secret)(api.appSignUp, { body: { ...person, accepts_privacy_policy: true } })
  const signInWith = (call: ReturnType<typeof phone>) =>
    call(api.appSignIn, { body: { name: person.email, password: person.password } })

  const more = row.getByRole('button', { name: `Actions for ${app_name}` })
  await more.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit app' })
  await expect(edit.getByRole('checkbox', { name: 'iOS' })).toBeChecked()
  await edit.getByLabel('App name').fill(taken)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByLabel('App name')).toHaveAttribute('aria-invalid', 'true')
  await edit.getByLabel('App name').fill(`New ${app_name}`)
  await edit.getByRole('checkbox', { name: 'iOS' }).uncheck()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(row.getByText('HarmonyOS', { exact: true })).toBeVisible()
  expect(await listed()).toMatchObject({ app_name: `New ${app_name}`, app_key: app?.app_key, user_count: 1 })

  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Rotate key and secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  const second_secret = await keepSecret(page, `New ${app_name}`)
  expect(second_secret).not.toBe(first_secret)
  await expect(signInWith(phone(first_secret))).rejects.toThrow()
  const fresh = phone(second_secret, (await listed())?.app_key)
  await signInWith(fresh)

  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(row.getByText('Disabled', { exact: true })).toBeVisible()
  await expect(signInWith(fresh)).rejects.toThrow()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await expect(row.getByText('Enabled', { exact: true })).toBeVisible()
  await signInWith(fresh)

  // Unsaved input is confirmed before it is discarded; the number of users links to them.
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await edit.getByLabel('Company').fill('Unsaved')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /^Discard/ })
    .click()
  await expect(edit).toBeHidden()
  await row.getByRole('link', { name: '1' }).click()
  await expect(page).toHaveURL(new RegExp(`app-user-list\\?app_id=${app?.app_id}`))
  await expect(page.getByText('1 person')).toBeVisible()
})

import { randomBytes } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page } from '@playwright/test'
import { connectDevice } from '../device-client.ts'
import { running } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { enter, pickFirst } from './steps.ts'

const newId = (): string => `7cdf${randomBytes(4).toString('hex')}`
const NOBODY = '00'.repeat(32)

/** A module that nobody imported tries to log in; gives the code of the refusal. */
const tryLogIn = (did: string): Promise<unknown> =>
  connectDevice(running.mqtt_port(), { did, secret_hex: NOBODY }).then(
    () => 0,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

const rowOf = (page: Page, did: string) => page.getByRole('row').filter({ hasText: did })
const choose = async (page: Page, did: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${did}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('an unknown module is refused and shows on the open page; approved, it logs in with the secret shown once', async ({
  page,
}) => {
  const did = newId()
  const { call } = await enter(page, `/device/unknown-modules?mac=${did}`)
  await expect(page.getByText('No matches', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  expect(await tryLogIn(did)).toBe(5)
  // By push alone: nothing polls this list.
  await expect(rowOf(page, did)).toBeVisible()

  await choose(page, did, 'Approve')
  const drawer = page.getByRole('dialog', { name: `Approve ${did}` })
  await pickFirst(drawer.getByRole('combobox', { name: /^Product/ }), 'R290')
  // A list that just closes has no name any more.
  await expect(page.getByRole('listbox')).toHaveCount(0)
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await drawer.getByRole('button', { name: 'Approve' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of the module' })
  const secret_hex = ((await shown.getByText(`${did},`).textContent()) ?? '').split(',')[1] ?? ''
  await shown.getByRole('checkbox').check()
  await shown.getByRole('button', { name: 'Close' }).click()
  await expect(rowOf(page, did)).toBeHidden()

  const module = await connectDevice(running.mqtt_port(), { did, secret_hex })
  await expect.poll(async () => (await call(api.deviceInfo, { query: { mac: did } })).online_status).toBe('online')
  await module.endAsync()
})

/** A module tries again and again; a page whose socket is not open yet hears of the next attempt. */
const knockUntilShown = (page: Page, did: string) =>
  expect
    .poll(async () => {
      await tryLogIn(did)
      return rowOf(page, did).count()
    })
    .toBe(1)

test('a module is rejected, banned and forgiven, and knocks again', async ({ page }) => {
  const did = newId()
  await enter(page, `/device/unknown-modules?mac=${did}`)
  await knockUntilShown(page, did)
  await choose(page, did, 'Reject')
  await expect(page.getByText('Module rejected.')).toBeVisible()
  await page.getByRole('tab', { name: 'Rejected' }).click()
  await choose(page, did, 'Ban')
  await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
  await expect(page.getByText('Module banned.')).toBeVisible()
  await page.getByRole('tab', { name: 'Banned' }).click()
  await rowOf(page, did).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Lift' }).click()
  await expect(rowOf(page, did)).toBeHidden()
  await page.getByRole('tab', { name: 'Waiting' }).click()
  await knockUntilShown(page, did)
})

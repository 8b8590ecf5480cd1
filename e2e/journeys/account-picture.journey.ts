import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { expect, type Page } from '@playwright/test'
import { running, sharedSession } from '../running.ts'
import { test } from './close-contexts.ts'
import { enter, fillLogIn } from './steps.ts'

const SIDE_PX = LIMITS.account_picture_px
/** The initial password of an account, and the one its owner chooses. */
const [INITIAL, OWN] = ['Marble-Otter-51', 'Otter-Marble-52']

/** A new account, signed in: its picture must not change what other journeys show. */
const enterAsNew = async (page: Page): Promise<{ name: string; uid: number }> => {
  const admin = await sharedSession()
  const { roles, resource_groups } = await admin.call(api.accountGrantable)
  const name = `face-${Date.now().toString(36)}`
  const { uid } = await admin.call(api.accountCreate, {
    body: {
      user_name: name,
      email: `${name}@example.com`,
      role_id: roles.find(({ role_name }) => role_name === 'Manufacturer staff')?.role_id ?? 0,
      resource_group_id: resource_groups.find(({ whole_fleet }) => whole_fleet)?.resource_group_id ?? 0,
      agent_id: null,
      password: INITIAL,
    },
  })
  await page.goto(running.url())
  await fillLogIn(page, name, INITIAL)
  await page.getByLabel('New password', { exact: true }).fill(OWN)
  await page.getByLabel('Repeat', { exact: false }).fill(OWN)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  return { name, uid }
}

/** Chooses a file as a person does. */
const choose = async (page: Page, button: string, name: string, buffer: Buffer) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
}

test('an account shows its picture, cropped to a square and scaled down, until it is removed', async ({
  page,
  browser,
}) => {
  // Two people and a dozen steps.
  test.slow()
  const { name, uid } = await enterAsNew(page)
  const photo = await page.screenshot({ type: 'jpeg' })
  const button = page.getByRole('button', { name: `Account: ${name}` })
  await expect(button.locator('img')).toBeHidden()
  await page.goto('/#/center/info')
  // The content decides, not the extension.
  await choose(page, 'Choose picture…', 'holiday.png', photo)
  await expect(page.getByText('Picture saved.')).toBeVisible()
  const picture = button.locator('img')
  await expect(picture).toBeVisible()
  const drawn = await picture.evaluate((image: HTMLImageElement) => [
    image.naturalWidth,
    image.naturalHeight,
    image.src,
  ])
  expect(drawn.slice(0, 2)).toEqual([SIDE_PX, SIDE_PX])
  expect(drawn[2]).toMatch(/^data:image\/png;base64,/)

  // A file that only has the name of a picture is refused, and the previous picture stays.
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'GIF89a']) {
    await choose(page, 'Another picture…', 'face.png', Buffer.from(text))
    await expect(page.getByText('Use a PNG, JPEG or WebP file.').last()).toBeVisible()
  }
  await choose(page, 'Another picture…', 'cut-off.png', photo.subarray(0, 40))
  await expect(page.getByText('The image file is damaged.')).toBeVisible()
  expect(await picture.getAttribute('src')).toBe(drawn[2])

  // Everybody who sees the account sees its picture.
  const admin = await browser.newPage()
  await enter(admin, `/user/user-detail/${uid}`)
  await expect(admin.getByRole('main').locator('header img')).toHaveAttribute('src', String(drawn[2]))

  await page.reload()
  await expect(picture).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(picture).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Picture removed.')).toBeVisible()
  await expect(picture).toBeHidden()
  await expect(page.getByRole('button', { name: 'Choose picture…' })).toBeVisible()
})

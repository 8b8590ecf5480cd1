import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page, test } from '@playwright/test'
import { type SignedIn, signIn } from '../running.ts'
import { enter } from './steps.ts'

const CAREL_MAP = join(import.meta.dirname, '..', '..', 'server', 'test', 'register-lists', 'sprsun_carel.csv')
/** Data points of the map. */
const POINTS = 342

/** A new product without data points; gives its key. */
const createProduct = async ({ call }: SignedIn): Promise<string> => {
  const product_key = `carel-${Date.now().toString(36)}`
  await call(api.productCreate, {
    body: {
      product_key,
      basics: {
        name: product_key,
        english_name: '',
        category: 'air-water',
        description: '',
        data_type: 'registers',
        topology: 'direct',
        network_type: ['wifi'],
        solution: '',
        platforms: ['web'],
        bind_limit: 5,
      },
    },
  })
  return product_key
}

/** Takes a register list into the draft as a person does. */
const importList = async (page: Page, file: string) => {
  await page.getByRole('button', { name: 'Import a list…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import a register list' })
  await drawer.locator('input[type=file]').setInputFiles(file)
  await drawer.getByRole('button', { name: 'Try it' }).click()
  await drawer.getByRole('button', { name: `Take ${POINTS} points into the draft` }).click()
  await expect(drawer).toBeHidden()
}

test('the Carel map is imported, one point is put right, and the product is published', async ({ page }) => {
  test.slow()
  const admin = await signIn()
  const product_key = await createProduct(admin)
  await enter(page, `/product/product-detail/${product_key}`, admin)
  await importList(page, CAREL_MAP)
  await expect(page.getByText(new RegExp(`^${POINTS} data points`))).toBeVisible()

  const [first] = (await admin.call(api.productDraft, { params: { product_key } })).points
  await page.goto(`/#/product/product-detail/${product_key}?point=${first?.key}`)
  const form = page.getByRole('dialog')
  await form.getByLabel('Unit', { exact: true }).fill('K')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: 'Publish…' }).click()
  const publish = page.getByRole('dialog', { name: `Publish ${product_key}` })
  await publish.getByRole('checkbox').check()
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(publish).toBeHidden()
  await page.getByRole('tab', { name: 'Versions' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`v1\\s*In use.*${POINTS}`) })).toBeVisible()
  const body = { product_key, with_points: true }
  const { list } = await admin.call(api.productInfo, { query: { size: 1 }, body })
  expect(list[0]?.points?.find(({ key }) => key === first?.key)?.unit).toBe('K')
})

test('of two people who change the same point, the second sees both and loses nothing', async ({ page }) => {
  const admin = await signIn()
  const params = { product_key: await createProduct(admin) }
  const draft = () => admin.call(api.productDraft, { params })
  await enter(page, `/product/product-detail/${params.product_key}`, admin)
  await importList(page, CAREL_MAP)
  const { revision, points } = await draft()
  const [point] = points
  if (point === undefined) throw new Error('no point was imported')

  await page.goto(`/#/product/product-detail/${params.product_key}?point=${point.key}`)
  const form = page.getByRole('dialog')
  await form.getByLabel('Unit', { exact: true }).fill('mine')
  const theirs = { ...point, unit: 'theirs', decimals: 2 }
  await admin.call(api.productDraftSave, { params, body: { revision, set: [theirs] } })
  await form.getByRole('button', { name: 'Save' }).click()

  const refused = page.getByRole('dialog', { name: 'Your change is not saved yet' })
  await expect(refused.getByRole('row', { name: 'Unit mine theirs' })).toBeVisible()
  await refused.getByRole('button', { name: 'Apply mine again' }).click()
  await expect(refused).toBeHidden()
  await expect
    .poll(async () => (await draft()).points.find(({ key }) => key === point.key))
    .toMatchObject({ unit: 'mine', decimals: 2 })
})

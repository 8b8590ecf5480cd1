import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { CAREL_POINTS, createProduct, importCarelMap } from './product-steps.ts'
import { enter } from './steps.ts'

test('a conflicting change of the same point shows both versions and loses neither', async ({ page }) => {
  const admin = await sharedSession()
  const params = { product_key: await createProduct(admin) }
  const draft = () => admin.call(api.productDraft, { params })
  await enter(page, `/product/product-detail/${params.product_key}`, admin)
  await importCarelMap(page)
  const { revision, points } = await draft()
  const [point] = points
  if (point === undefined) throw new Error('no point was imported')

  await page.goto(`/#/product/product-detail/${params.product_key}?point=${point.key}`)
  const form = page.getByRole('dialog')
  await form.getByLabel('Unit', { exact: true }).fill('mine')
  const theirs = { ...point, unit: 'theirs', decimals: 2 }
  await admin.call(api.productDraftSave, { params, body: { revision, set: [theirs] } })
  await form.getByRole('button', { name: 'Save' }).click()

  const refused = page.getByRole('dialog', { name: 'Your change has not been saved yet' })
  await expect(refused.getByRole('row', { name: 'Unit mine theirs' })).toBeVisible()
  await refused.getByRole('button', { name: 'Apply mine again' }).click()
  await expect(refused).toBeHidden()
  await expect
    .poll(async () => (await draft()).points.find(({ key }) => key === point.key))
    .toMatchObject({ unit: 'mine', decimals: 2 })

  // The order of panel and curves: dragged, moved by keyboard, and undone.
  await page.goto(`/#/product/product-detail/${params.product_key}`)
  const order = async () => (await draft()).points.slice(0, 4).map(({ key }) => key)
  const [first = '', second = '', third = '', fourth = ''] = await order()
  const handleOf = (key: string) => page.getByRole('button', { name: `Move (drag, or arrow keys) ${key}`, exact: true })
  await handleOf(third).dragTo(handleOf(first))
  await expect.poll(order).toEqual([third, first, second, fourth])
  await handleOf(first).press('ArrowDown')
  await expect.poll(order).toEqual([third, second, first, fourth])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(order).toEqual([third, first, second, fourth])
})

test('a point that was added and a list that was imported are undone', async ({ page }) => {
  const admin = await sharedSession()
  const params = { product_key: await createProduct(admin) }
  const count = async () => (await admin.call(api.productDraft, { params })).points.length
  await enter(page, `/product/product-detail/${params.product_key}`, admin)
  await page.getByRole('button', { name: 'New point' }).click()
  const form = page.getByRole('dialog', { name: 'New data point' })
  await form.getByLabel('English name').fill('Tank')
  const formula = form.getByLabel('Read formula')
  await formula.fill('raw*')
  await expect(formula).toHaveAttribute('aria-invalid', 'true')
  await formula.fill('raw*0.1')
  await expect(formula).not.toHaveAttribute('aria-invalid')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(count).toBe(1)
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await undo.click()
  await expect.poll(count).toBe(0)
  await expect(undo).toBeDisabled()

  await importCarelMap(page)
  await expect.poll(count).toBe(CAREL_POINTS)
  await undo.click()
  await expect.poll(count).toBe(0)
  await expect(page.getByText('No data points yet')).toBeVisible()
})

test('a product is exported, imported under another name, disabled and enabled', async ({ page }) => {
  const admin = await sharedSession()
  const params = { product_key: await createProduct(admin) }
  const { blob } = await admin.call(api.productExport, { params, query: { format: 'json' } })
  const file = { name: 'product.json', mimeType: 'application/json', buffer: Buffer.from(await blob.arrayBuffer()) }
  await enter(page, '/product/product-list', admin)
  await page.getByRole('button', { name: 'Import…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import a product' })
  await drawer.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from('{"points": []}') })
  await expect(drawer.getByRole('alert')).toContainText('heatfleet_product')
  await drawer.locator('input[type=file]').setInputFiles(file)
  await expect(drawer.getByText('A product with this key already exists.')).toBeVisible()
  await drawer.getByLabel('Name').fill(`${params.product_key} again`)
  await drawer.getByLabel('Product key').fill(`${params.product_key}-again`)
  await drawer.getByRole('button', { name: 'Import as new product' }).click()
  await expect(page).toHaveURL(new RegExp(`product-detail/${params.product_key}-again`))

  const confirm = async (action: 'Disable' | 'Enable') => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: `${action}…` }).click()
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  }
  await confirm('Disable')
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
  await confirm('Enable')
  await expect(page.getByText('Disabled', { exact: true })).toBeHidden()
})

import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { expect, type Page } from '@playwright/test'
import type { SignedIn } from '../running.ts'

const CAREL_MAP = join(import.meta.dirname, '..', '..', 'server', 'test', 'register-lists', 'sprsun_carel.csv')
/** Data points of the Carel map. */
export const CAREL_POINTS = 342

/** Creates a product without data points; returns its key. */
export const createProduct = async ({ call }: SignedIn): Promise<string> => {
  const product_key = `carel-${Date.now().toString(36)}`
  await call(api.productCreate, {
    body: {
      product_key,
      basics: { ...exampleProductFile.basics, name: product_key, english_name: '' },
    },
  })
  return product_key
}

/** Imports the Carel map into the draft. */
export const importCarelMap = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Import a list…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import a register list' })
  await drawer.locator('input[type=file]').setInputFiles(CAREL_MAP)
  await drawer.getByRole('button', { name: 'Try it' }).click()
  await drawer.getByRole('button', { name: `Take ${CAREL_POINTS} points into the draft` }).click()
  await expect(drawer).toBeHidden()
}

/** Edits one point of a product and saves it in the draft. */
export const editPoint = async (
  page: Page,
  product_key: string,
  point_key: string,
  change: (form: ReturnType<Page['getByRole']>) => Promise<void>,
): Promise<void> => {
  await page.goto(`/#/product/product-detail/${product_key}?point=${point_key}`)
  const form = page.getByRole('dialog')
  await change(form)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}

/** Publishes the draft after confirming its warnings. */
export const publish = async (page: Page, product_key: string): Promise<void> => {
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish ${product_key}` })
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog).toBeHidden()
}

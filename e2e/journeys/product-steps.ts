import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { expect, type Page } from '@playwright/test'
import type { SignedIn } from '../running.ts'

const CAREL_MAP = join(import.meta.dirname, '..', '..', 'server', 'test', 'register-lists', 'sprsun_carel.csv')
/** Data points of the Carel map. */
export const CAREL_POINTS = 342

/** Creates a product without data points; returns its key. */
export const createProduct = async ({ call }: SignedIn): Promise<string> => {
  // Two workers may come here in the same millisecond.
  const product_key = `carel-${Date.now().toString(36)}${randomBytes(1).toString('hex')}`
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
  await page.getByRole('button', { name: 'Import list…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import register list' })
  await drawer.locator('input[type=file]').setInputFiles(CAREL_MAP)
  await drawer.getByRole('button', { name: 'Check' }).click()
  await drawer.getByRole('button', { name: `Add ${CAREL_POINTS} data points to the draft` }).click()
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'Not now' }).click()
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

/**
 * A product whose board answers on the bus of the built-in one, but has registers 10 to 39 alone: of those it holds nothing,
 * and it refuses all others. Taken out of use, it is a board that no known register list describes.
 */
export const createUnknownBoard = async (admin: SignedIn): Promise<string> => {
  const { call } = admin
  const product_key = await createProduct(admin)
  const params = { product_key }
  const set = Array.from({ length: 30 }, (_, at) => holdingRegister(10 + at))
  const access = { ...INITIAL_SETTINGS.access, baud: 19_200, format: '8N2' } as const
  const { revision } = await call(api.productDraftSave, { params, body: { revision: 0, set, settings: { access } } })
  await call(api.productPublish, { params, body: { revision, accept_warnings: true } })
  return product_key
}

const holdingRegister = (address: number): DataPoint =>
  DataPoint.parse({
    key: `r_${address}`,
    names: { en: `Register ${address}`, zh: `寄存器 ${address}`, pl: `Rejestr ${address}` },
    address,
    reg_len: 1,
    query_cmd: 3,
    write_cmd: null,
    rw: 'r',
    data_type: 's16',
    bit: null,
    formulas: { read: 'raw', write: null, display: null },
    unit: '',
    decimals: 0,
    min: null,
    max: null,
    step: null,
    default_value: null,
    invalid: [],
    choices: [],
    group_tag: '',
    tab: '',
    block: null,
    accumulate: false,
    alarm: false,
    in_history: false,
    level: 'user',
  })

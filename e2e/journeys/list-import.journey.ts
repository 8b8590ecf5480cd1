import { api } from '@heatfleet/contract/api.ts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { createProduct } from './product-steps.ts'
import { enter } from './steps.ts'

/** A list as a maker might publish it: prose, a table of wiring, two tables of registers with titles of their own. */
const LIST = `# Modbus of the Nordwind 9

Baud rate 19200, 8N1. Addresses in decimal.

| Item | Value |
|---|---|
| Baud rate | 19200 |

## Input registers (function 0x04)

| Register | Description | Data type | Unit | Range |
|---|---|---|---|---|
| 101 | **Flow temperature** | S16 | 0,1 °C | -30~95 |
| 102 | Return temperature | S16 | 0,1 °C | -30~95 |
| 103–104 | Energy | dword | kWh | — |
| ~~105~~ | Old value | U16 | | |

## Holding registers (R/W)

| Register | Description | Data type | Factor | Unit | Values |
|---|---|---|---|---|---|
| 201 | Operating mode | U16 | | | 0: off; 1: heat; 2: cool |
| 202 | Set temperature | U16 | 10 | °C | |
`

/** Chooses a radio button as somebody without a mouse does. */
const chooseByKeyboard = async (page: Page, question: RegExp, answer: RegExp): Promise<void> => {
  const option = page
    .getByRole('group', { name: question })
    .or(page.getByRole('radiogroup', { name: question }))
    .getByRole('radio', { name: answer })
  await option.focus()
  await page.keyboard.press('Space')
  await expect(option).toBeChecked()
}

const choose = async (page: Page, drawer: Locator, column: string, field: string): Promise<void> => {
  const combobox = drawer.getByRole('combobox', { name: `Field ${column}`, exact: true })
  await combobox.click()
  // Only rows in view are in the page: typed letters go to the field.
  await page.keyboard.type(field)
  await page.getByRole('option', { name: field, exact: true }).click()
  await expect(combobox).toHaveValue(field)
}

test('a list as its maker publishes it becomes points after its questions are answered', async ({ page }) => {
  const admin = await sharedSession()
  const params = { product_key: await createProduct(admin) }
  await enter(page, `/product/product-detail/${params.product_key}`, admin)
  await page.getByRole('button', { name: 'Import list…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import register list' })
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'nordwind.md', mimeType: 'text/markdown', buffer: Buffer.from(LIST) })

  // Of three tables the two of registers are taken.
  const tables = drawer.getByRole('group', { name: 'Tables to import' })
  await expect(tables.getByRole('checkbox', { name: /Input registers/ })).toBeChecked()
  await expect(tables.getByRole('checkbox', { name: /Holding registers/ })).toBeChecked()
  await expect(tables.getByRole('checkbox', { name: /Modbus of the Nordwind/ })).not.toBeChecked()
  await drawer.getByRole('button', { name: 'Check' }).click()

  await expect(drawer.getByText('A question about the list is still open').first()).toBeVisible()
  await chooseByKeyboard(page, /Where does address counting start/, /At 1/)
  await chooseByKeyboard(page, /Which word of 32-bit values/, /The low word/)
  await chooseByKeyboard(page, /“Factor” multiply or divide/, /Divide/)
  await expect(drawer.getByText('A question about the list is still open')).toHaveCount(0)

  // An answer is taken back, and its rows wait again.
  await drawer.getByRole('button', { name: 'Clear answer' }).first().click()
  await expect(drawer.getByText('A question about the list is still open').first()).toBeVisible()
  await chooseByKeyboard(page, /Where does address counting start/, /At 1/)

  await drawer.getByRole('button', { name: 'Add 5 data points to the draft' }).click()
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'Not now' }).click()
  const { points } = await admin.call(api.productDraft, { params })
  expect(
    points.map(({ address, query_cmd, data_type, formulas, unit, rw }) =>
      [address, query_cmd, data_type, formulas.read, unit, rw].join(' '),
    ),
  ).toEqual([
    '100 4 s16 raw*0.1 °C r',
    '101 4 s16 raw*0.1 °C r',
    '102 4 u32_le raw kWh r',
    '200 3 u16 raw  rw',
    '201 3 u16 raw*0.1 °C rw',
  ])
})

test('how one list of a maker was read is kept, and offered for the next one', async ({ page }) => {
  const admin = await sharedSession()
  const params = { product_key: await createProduct(admin) }
  const name = `Nordwind ${params.product_key}`
  const first =
    'Register;Bezeichnung;Datentyp;Faktor;Einheit;Seit\n101;Vorlauf;S16;10;°C;V2\n102;Ruecklauf;S16;10;°C;V2\n'
  const second = 'Faktor;Register;Bezeichnung;Datentyp;Einheit;Seit\n10;201;Speicher;S16;°C;V3\n10;202;Raum;S16;°C;V3\n'
  const open = async (file_name: string, text: string) => {
    await page.getByRole('button', { name: 'Import list…' }).click()
    const drawer = page.getByRole('dialog', { name: 'Import register list' })
    await drawer
      .locator('input[type=file]')
      .setInputFiles({ name: file_name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    return drawer
  }
  await enter(page, `/product/product-detail/${params.product_key}`, admin)
  const drawer = await open('nordwind-9.csv', first)
  // A column that no field takes is offered for the note.
  await drawer.getByRole('group', { name: 'Columns without a field' }).getByRole('checkbox', { name: /Seit/ }).check()
  await drawer.getByRole('button', { name: 'Check' }).click()
  await chooseByKeyboard(page, /Where does address counting start/, /At 1/)
  await chooseByKeyboard(page, /Which table do rows/, /Input registers \(04\)/)
  await chooseByKeyboard(page, /“Faktor” multiply or divide/, /Divide/)
  await drawer.getByLabel('Mapping name').fill(name)
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`“${name}” saved for the next list.`)).toBeVisible()
  await drawer.getByRole('button', { name: 'Add 2 data points to the draft' }).click()
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'Not now' }).click()

  const again = await open('nordwind-12.csv', second)
  await again.getByRole('button', { name: `Use “${name}”` }).click()
  await expect(again.getByRole('status')).toContainText(name)
  await again.getByRole('button', { name: 'Check' }).click()
  await again.getByRole('button', { name: 'Add 2 data points to the draft' }).click()
  await expect(again).toBeHidden()
  await page.getByRole('button', { name: 'Not now' }).click()
  const { points } = await admin.call(api.productDraft, { params })
  expect(
    points.map(({ address, query_cmd, formulas, note }) => [address, query_cmd, formulas.read, note].join(' ')),
  ).toEqual(['100 4 raw*0.1 Seit: V2', '101 4 raw*0.1 Seit: V2', '200 4 raw*0.1 ', '201 4 raw*0.1 '])
  for (const { mapping_id, name: kept } of await admin.call(api.importMappings, {}))
    if (kept === name) await admin.call(api.importMappingDelete, { params: { id: String(mapping_id) } })
})

test('the header row is chosen where none is recognized, and the kept mapping finds it in the next list', async ({
  page,
}) => {
  const admin = await sharedSession()
  const params = { product_key: await createProduct(admin) }
  const name = `Wykaz ${params.product_key}`
  const list = (version: string, row: string) =>
    `Sterownik Wschod ${version};;;\n${version === 'V3' ? 'Zmiany: brak;;;\n' : ''}Poz;Opis punktu;Rodzaj;Zakres roboczy\n${row}\n`
  const open = async (file_name: string, text: string) => {
    await page.getByRole('button', { name: 'Import list…' }).click()
    const drawer = page.getByRole('dialog', { name: 'Import register list' })
    await drawer
      .locator('input[type=file]')
      .setInputFiles({ name: file_name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    return drawer
  }
  await enter(page, `/product/product-detail/${params.product_key}`, admin)
  const drawer = await open('wykaz.csv', list('V2', '101;Zasilanie;s16;R'))
  const preview = drawer.getByRole('table', { name: /Choose the header row/ })
  const row = (line: string) => preview.getByRole('button', { name: line, exact: true })
  await expect(preview.getByText('Opis punktu')).toBeVisible()
  // By the keyboard: from "No header row", which holds now, to the first line and down to the titles.
  await row('No header row').focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(row('Row 2')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row('Row 2')).toHaveAttribute('aria-pressed', 'true')
  await expect(row('Row 2')).toBeFocused()
  // By a click anywhere on a line, and back.
  await preview.getByText('Zasilanie').click()
  await expect(row('Row 3')).toHaveAttribute('aria-pressed', 'true')
  await preview.getByText('Opis punktu').click()
  await expect(row('Row 2')).toHaveAttribute('aria-pressed', 'true')

  await choose(page, drawer, 'Poz', 'Address')
  await choose(page, drawer, 'Opis punktu', 'Name')
  await choose(page, drawer, 'Rodzaj', 'Data type')
  await choose(page, drawer, 'Zakres roboczy', 'Read/write')
  await drawer.getByRole('button', { name: 'Check' }).click()
  await chooseByKeyboard(page, /Where does address counting start/, /At 1/)
  await chooseByKeyboard(page, /Which table do rows/, /Input registers \(04\)/)
  await drawer.getByLabel('Mapping name').fill(name)
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`“${name}” saved for the next list.`)).toBeVisible()
  await drawer.getByRole('button', { name: 'Add 1 data point to the draft' }).click()
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'Not now' }).click()

  const again = await open('wykaz-3.csv', list('V3', '102;Powrot;s16;R'))
  await again.getByRole('button', { name: `Use “${name}”` }).click()
  await expect(again.getByRole('button', { name: 'Row 3', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await again.getByRole('button', { name: 'Check' }).click()
  await again.getByRole('button', { name: 'Add 1 data point to the draft' }).click()
  await expect(again).toBeHidden()
  const { points } = await admin.call(api.productDraft, { params })
  expect(points.map(({ address, query_cmd, data_type, rw }) => [address, query_cmd, data_type, rw].join(' '))).toEqual([
    '100 4 s16 r',
    '101 4 s16 r',
  ])
  for (const { mapping_id, name: kept } of await admin.call(api.importMappings, {}))
    if (kept === name) await admin.call(api.importMappingDelete, { params: { id: String(mapping_id) } })
})

test('rows copied from a spreadsheet become points', async ({ page }) => {
  const admin = await sharedSession()
  const params = { product_key: await createProduct(admin) }
  await enter(page, `/product/product-detail/${params.product_key}`, admin)
  await page.getByRole('button', { name: 'Import list…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import register list' })
  await drawer
    .getByLabel('Rows of a register list')
    .fill(
      ['Address\tName\tData type\tFunction\tUnit', '0\tFlow temperature\tS16\t3\t°C', '1\tStarts\tU16\t3\t'].join('\n'),
    )
  await drawer.getByRole('button', { name: 'Read these rows' }).click()
  await drawer.getByRole('button', { name: 'Check' }).click()
  await drawer.getByRole('button', { name: 'Add 2 data points to the draft' }).click()
  await expect(drawer).toBeHidden()
  const { points } = await admin.call(api.productDraft, { params })
  expect(points).toMatchObject([
    { address: 0, names: { en: 'Flow temperature' }, data_type: 's16', unit: '°C' },
    { address: 1, names: { en: 'Starts' }, data_type: 'u16' },
  ])
})

import { randomUUID } from 'node:crypto'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { ACCESS_FAULT_ID } from './access-fault.ts'
import type { AccessRow, ConsoleCall } from './access-table.ts'

type Row<Name extends ConsoleCall> = AccessRow<Name> | readonly AccessRow<Name>[]

const params = { product_key: 'no-such-product' }
const refusal = 'product_unknown'
const fault = () => ({
  set_name: 'tried',
  code: randomUUID(),
  code_num: null,
  register: null,
  bit: null,
  category: 'other',
  severity: 'info' as const,
  causes: { en: '', zh: '', pl: '' },
  checks: { en: '', zh: '', pl: '' },
  remedies: { en: '', zh: '', pl: '' },
  parts: [],
  manual_url: '',
  names: { en: 'Tried', zh: '试', pl: 'Próba' },
})
const basics = () => ({
  name: randomUUID(),
  english_name: '',
  category: 'other' as const,
  description: '',
  data_type: 'registers' as const,
  topology: 'direct' as const,
  network_type: ['wifi' as const],
  solution: '',
  platforms: ['web' as const],
  bind_limit: 1,
})
const sheet = { file_name: 'tried.csv', content: Buffer.from('address,name\n1,Tried').toString('base64') }
const mapping = { header_row: 1, columns: { address: 0, name: 1 } }
const codes = { file_name: 'tried.csv', content: Buffer.from('set,code,name\ntried,1,Tried').toString('base64') }
const code_mapping = { header_row: 1, columns: { set_name: 0, code: 1, name: 2 } }
const updated_at = '2026-01-01T00:00:00.000Z'

/** Products, drafts and fault codes are the manufacturer's and hang on no place: rights alone decide. */
export const PRODUCT_ACCESS = {
  listRegister: { about: 'own', request: () => ({}) },
  productSoftware: { about: 'own', request: () => ({ params }), refusal },
  productCreate: { about: 'own', request: () => ({ body: { product_key: randomUUID(), basics: basics() } }) },
  productEdit: { about: 'own', request: () => ({ params, body: { ...basics(), updated_at } }), refusal },
  productDisable: { about: 'own', request: () => ({ params, body: { disabled: true } }), refusal },
  productDelete: { about: 'own', request: () => ({ params }), refusal },
  productPicture: { about: 'own', request: () => ({ params }), refusal },
  productPictureEdit: { about: 'own', request: () => ({ params, body: { picture: null } }), refusal },
  productSecret: { about: 'own', request: () => ({ params, body: {} }), refusal },
  addRegister: { about: 'own', request: () => ({ body: { ...params, register_names: ['tried'] } }), refusal },
  deleteRegister: {
    about: 'own',
    request: () => ({ query: { ...params, register_name: 'tried' } }),
    refusal: 'register_unknown',
  },
  unknownRegisters: { about: 'own', request: () => ({}) },
  productDraft: { about: 'own', request: () => ({ params }), refusal },
  productDraftSave: { about: 'own', request: () => ({ params, body: { revision: 0 } }), refusal },
  productDraftDiscard: { about: 'own', request: () => ({ params, query: { revision: 0 } }), refusal },
  checkUpdate: { about: 'own', request: () => ({ body: params }), refusal },
  productPublish: { about: 'own', request: () => ({ params, body: { revision: 0 } }), refusal },
  productVersions: { about: 'own', request: () => ({ params }), refusal },
  productDiff: { about: 'own', request: () => ({ params, body: { from: 1, to: 1 } }), refusal },
  productRevert: { about: 'own', request: () => ({ params, body: { revision: 0, layout_id: 1 } }), refusal },
  productImportRead: { about: 'own', request: () => ({ body: sheet }) },
  productImportCheck: { about: 'own', request: () => ({ params, body: { ...sheet, mapping } }), refusal },
  productImportApply: { about: 'own', request: () => ({ params, body: { ...sheet, mapping, revision: 0 } }), refusal },
  productExport: { about: 'own', request: () => ({ params, query: { format: 'csv' as const } }), refusal },
  productFileCheck: { about: 'own', request: () => ({ body: { file: exampleProductFile } }) },
  productFileImport: {
    about: 'own',
    request: () => ({
      body: { file: exampleProductFile, file_name: 'tried.json', product_key: randomUUID(), name: randomUUID() },
    }),
  },
  testDecode: [
    { about: 'own', request: () => ({ params, body: { frame: '00' } }), refusal },
    { about: 'device', request: (mac, { product_key }) => ({ params: { product_key }, body: { mac } }) },
  ],
  testEncode: { about: 'own', request: () => ({ params, body: { key: 't_out', value: 1 } }), refusal },
  deviceTestBench: { about: 'device', request: (mac) => ({ query: { mac }, body: { test_bench: false } }) },
  virtualUnitList: { about: 'own', request: () => ({}) },
  virtualUnitStart: { about: 'own', request: () => ({ params, body: { of: 'draft' as const } }), refusal },
  virtualUnitStop: {
    about: 'own',
    request: () => ({ params: { mac: '02aaaaaaaaaa' } }),
    refusal: 'virtual_unit_unknown',
  },
  faultCodeList: { about: 'own', request: () => ({}) },
  faultCodeCreate: { about: 'own', request: () => ({ body: fault() }) },
  faultCodeEdit: {
    about: 'own',
    request: () => ({ params: { id: 2_000_000_000 }, body: { ...fault(), updated_at } }),
    refusal: 'fault_code_unknown',
  },
  faultCodeDelete: { about: 'own', request: () => ({ params: { id: 2_000_000_000 } }), refusal: 'fault_code_unknown' },
  faultImportRead: { about: 'own', request: () => ({ body: codes }) },
  faultImportCheck: { about: 'own', request: () => ({ body: { ...codes, mapping: code_mapping } }) },
  faultImportApply: {
    about: 'own',
    request: () => ({ body: { ...codes, mapping: code_mapping, revision: 'of another day' } }),
    refusal: 'stale_edit',
  },
  faultExport: { about: 'own', request: () => ({ query: { format: 'csv' as const } }) },
  unknownFaults: { about: 'own', request: () => ({}) },
  faultNoteList: { about: 'own', request: () => ({ params: { id: 2_000_000_000 } }), refusal: 'fault_code_unknown' },
  faultNoteAdd: {
    about: 'own',
    request: () => ({ params: { id: 2_000_000_000 }, body: { text: 'Tried.' } }),
    refusal: 'fault_code_unknown',
  },
  faultNoteDelete: {
    about: 'own',
    request: () => ({ params: { id: ACCESS_FAULT_ID, note_id: 2_000_000_000 } }),
    refusal: 'fault_note_unknown',
  },
  // The stage has an alarm of this code at each device.
  faultUses: {
    about: 'list',
    request: () => ({ body: { fault_ids: [ACCESS_FAULT_ID] } }),
    shown: (uses) => ({ devices: uses.reduce((sum, { devices }) => sum + devices, 0) }),
  },
  faultDevices: {
    about: 'list',
    request: () => ({ params: { id: ACCESS_FAULT_ID } }),
    shown: (list) => ({ macs: list.map(({ mac }) => mac) }),
  },
} satisfies { [Name in ConsoleCall]?: Row<Name> }

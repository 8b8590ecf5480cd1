import { randomUUID } from 'node:crypto'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { ACCESS_FAULT_ID } from '../fault.ts'
import type { AccessRows } from '../rows.ts'

const params = { product_key: 'no-such-product' }
const answers = 'product_unknown'
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

/** Products, drafts and fault codes belong to the manufacturer: the right alone decides. */
export const rows: AccessRows = {
  productSoftware: { answers },
  productCreate: { sends: () => ({ body: { product_key: randomUUID(), basics: basics() } }) },
  productEdit: { sends: () => ({ body: { ...basics(), updated_at } }), answers },
  productDisable: { sends: { body: { disabled: true } }, answers },
  productDelete: { answers },
  productPicture: { answers },
  productPictureEdit: { sends: { body: { picture: null } }, answers },
  productSecret: { sends: { body: {} }, answers },
  addRegister: { sends: { body: { ...params, register_names: ['tried'] } }, answers },
  deleteRegister: {
    sends: { query: { ...params, register_name: 'tried' } },
    answers: 'register_unknown',
  },
  productDraft: { answers },
  productDraftSave: { sends: { body: { revision: 0 } }, answers },
  productDraftDiscard: { sends: { query: { revision: 0 } }, answers },
  checkUpdate: { sends: { body: params }, answers },
  productPublish: { sends: { body: { revision: 0 } }, answers },
  productVersions: { answers },
  productDiff: { sends: { body: { from: 1, to: 1 } }, answers },
  productRevert: { sends: { body: { revision: 0, layout_id: 1 } }, answers },
  productImportRead: { sends: { body: sheet } },
  productImportCheck: { sends: { body: { ...sheet, mapping } }, answers },
  productImportApply: { sends: { body: { ...sheet, mapping, revision: 0 } }, answers },
  importMappings: {},
  importMappingSave: {
    sends: () => ({
      body: { name: randomUUID(), titles: ['address'], columns: { address: 'address' }, answers: {}, constants: {} },
    }),
  },
  importMappingDelete: { sends: { params: { id: '2147483647' } }, answers: 'import_mapping_unknown' },
  productExport: { sends: { query: { format: 'csv' as const } }, answers },
  productFileCheck: { sends: { body: { file: exampleProductFile } } },
  productFileImport: {
    sends: () => ({
      body: { file: exampleProductFile, file_name: 'tried.json', product_key: randomUUID(), name: randomUUID() },
    }),
  },
  testDecode: [
    { about: 'unscoped', sends: { body: { frame: '00' } }, answers },
    { sends: (_, { product_key }) => ({ params: { product_key } }) },
  ],
  testEncode: { sends: { body: { key: 't_out', value: 1 } }, answers },
  virtualUnitStart: { sends: { body: { of: 'draft' as const, agent_id: null } }, answers },
  virtualUnitStop: {
    sends: { params: { mac: '02aaaaaaaaaa' } },
    answers: 'virtual_unit_unknown',
  },
  faultCodeCreate: { sends: () => ({ body: fault() }) },
  faultCodeEdit: {
    sends: () => ({ body: { ...fault(), updated_at } }),
    answers: 'fault_code_unknown',
  },
  faultCodeDelete: { answers: 'fault_code_unknown' },
  faultImportRead: { sends: { body: codes } },
  faultImportCheck: { sends: { body: { ...codes, mapping: code_mapping } } },
  faultImportApply: {
    sends: { body: { ...codes, mapping: code_mapping, revision: 'of another day' } },
    answers: 'stale_edit',
  },
  faultExport: { sends: { query: { format: 'csv' as const } } },
  faultNoteList: { answers: 'fault_code_unknown' },
  faultNoteAdd: {
    sends: { body: { text: 'Tried.' } },
    answers: 'fault_code_unknown',
  },
  faultNoteDelete: {
    sends: { params: { id: ACCESS_FAULT_ID, note_id: 2_000_000_000 } },
    answers: 'fault_note_unknown',
  },
  // The stage has an alarm of this code at each device.
  faultUses: {
    sends: { body: { fault_ids: [ACCESS_FAULT_ID] } },
  },
  faultDevices: {
    sends: { params: { id: ACCESS_FAULT_ID } },
  },
}

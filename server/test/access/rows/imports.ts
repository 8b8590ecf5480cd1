import { hasOwnRecords } from '../people.ts'
import type { AccessRows } from '../rows.ts'

/** No whole id: the matrix imports nothing. */
const lines = [{ mac: 'a4c1' }]
const sheet = { body: { file_name: 'units.csv', content: Buffer.from('mac\na4c1\n').toString('base64') } }

/** The unit of each batch is bound, its secrets are taken, and none of its lines failed. */
export const rows: AccessRows = {
  importDevices: { sends: { body: { rows: lines } }, answers: 'import_empty' },
  importCheck: { sends: { body: { rows: lines } } },
  importFileRead: { sends: sheet },
  importFileCheck: { sends: sheet },
  importTemplate: { sends: { query: { format: 'csv' } } },
  importEdit: { sends: { body: {} } },
  importStart: { sends: { body: {} }, answers: 'import_has_errors' },
  importTag: { sends: { body: { import_tag: 'Matrix' } } },
  // The one who imports into the stock does not see the distributor any more.
  importRetry: {
    answers: (person, { at }) => (hasOwnRecords(person) && at !== null ? 'distributor_not_found' : 'import_empty'),
  },
  importUndo: { sends: { body: { reason: 'Matrix' } }, answers: 'import_in_use' },
  importSecrets: { answers: 'secrets_taken' },
}

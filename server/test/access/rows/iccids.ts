import type { SmallAccount, SmallFleet } from '../../small-fleet.ts'
import { MATRIX_OPERATOR } from '../cards.ts'
import { isGrouped } from '../people.ts'
import type { AccessRows } from '../rows.ts'
import type { Subject } from '../stage.ts'

const UNLISTED = '8986009999999999999'
const sheet = {
  file_name: 'cards.csv',
  content: Buffer.from(`iccid\n${UNLISTED}\n`).toString('base64'),
}
const mapped = { ...sheet, mapping: { header_row: 1, columns: { iccid: 0 } }, time_zone: 'UTC' }

/** Cards in no unit, and the reminders, are the manufacturer's whom no group narrows. */
const manufacturers =
  (other: string) =>
  (person: SmallAccount, _: Subject, fleet: SmallFleet): string =>
    fleet.at[person] === null && !isGrouped(person) ? 'ok' : other

export const rows: AccessRows = {
  iccidList: { sends: { body: { operator: MATRIX_OPERATOR } } },
  iccidFigures: { sends: { body: { operator: MATRIX_OPERATOR } } },
  iccidEdit: { sends: { body: { remark: 'Matrix' } } },
  iccidBind: {
    sends: ({ mac }) => ({ body: { mac: mac === '' ? null : mac } }),
  },
  iccidRenew: { sends: { body: { expiration_time: '2020-01-01T00:00:00Z' } }, answers: 'iccid_not_later' },
  iccidSuspend: { sends: { body: { stopped: true } }, answers: 'carrier_not_set' },
  iccidSync: { answers: 'carrier_not_set' },
  iccidCreate: { sends: { body: { iccid: '1234' } }, answers: 'iccid_invalid' },
  iccidRemindersChange: {
    sends: { body: { days: [60, 30, 7, 1], manufacturer: true, distributors: true } },
    answers: manufacturers('outside_own_scope'),
  },
  iccidImportRead: { sends: { body: sheet } },
  iccidImportCheck: { sends: { body: mapped } },
  iccidImportApply: { sends: { body: mapped }, answers: manufacturers('sheet_has_errors') },
}

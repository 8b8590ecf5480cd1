import type { AccessRows } from '../rows.ts'
import { NOWHERE } from '../stage.ts'

const updated_at = '2020-01-01T00:00:00.000Z'
const DRAFT = { group_name: 'New', filter: null }

/** Changes of groups of devices are refused by the rule that is checked last. */
export const rows: AccessRows = {
  // Its members are checked first, and none has this id.
  createDeviceGroup: { sends: { body: { ...DRAFT, macs: ['863412060123455'] } }, answers: 'device_not_found' },
  editDeviceGroup: { sends: { body: { ...DRAFT, updated_at } }, answers: 'stale_edit' },
  deleteDeviceGroup: { sends: { query: { updated_at } }, answers: 'stale_edit' },
  deviceGroupMember: {
    sends: { body: { group_id: NOWHERE, member: true } },
    answers: 'device_group_not_found',
  },
}

import type { AccessRows } from '../rows.ts'

/** Third parties that read data of units: those of the stage were revoked by their owners. */
export const rows: AccessRows = {
  dataGrantRevoke: { sends: { body: { reason: 'test' } }, answers: 'data_grant_ended' },
}

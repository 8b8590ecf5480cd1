import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'

const Time = z.iso.datetime()
const ByDevice = z.object({ device_id: DeviceId })

/** The whole data of a unit as a file: `none` = never requested, or kept long enough. */
export const DataExport = z.object({
  state: z.enum(['none', 'queued', 'running', 'done', 'failed']),
  requested_time: Time.nullable(),
  finished_time: Time.nullable(),
  /** Reports in the file. */
  rows: z.number().int(),
  bytes: z.number().int(),
})
export type DataExport = z.infer<typeof DataExport>

const example: DataExport = {
  state: 'done',
  requested_time: '2026-11-21T09:15:00.000Z',
  finished_time: '2026-11-21T09:15:40.000Z',
  rows: 115_200,
  bytes: 8_400_000,
}
const READ_REFUSALS = ['not_bound', 'not_owner'] as const

/** All data of a unit as one file for its owner, with the metadata to read it; docs/owner-data.md. */
export const appDataExports = endpoints({
  appDataExport: {
    method: 'GET',
    path: '/app/devices/:device_id/data/export',
    kind: 'read',
    of: 'owner-data',
    needs: 'app-user',
    params: ByDevice,
    result: DataExport,
    fails: READ_REFUSALS,
    says: 'How far the file of all data of an own unit is.',
    example,
  },
  appRequestDataExport: {
    method: 'POST',
    path: '/app/devices/:device_id/data/export',
    kind: 'change',
    of: 'owner-data',
    needs: 'app-user',
    params: ByDevice,
    result: DataExport,
    fails: [...READ_REFUSALS, 'data_export_running'],
    says: 'Has a file written of all data of an own unit, in place of the last one; it is kept for a week.',
    example: { state: 'queued', requested_time: example.requested_time, finished_time: null, rows: 0, bytes: 0 },
  },
  appDataExportFile: {
    method: 'GET',
    path: '/app/devices/:device_id/data/export/file',
    kind: 'read',
    of: 'owner-data',
    needs: 'app-user',
    params: ByDevice,
    gives: 'file',
    result: z.null(),
    fails: [...READ_REFUSALS, 'data_export_not_done'],
    says: 'The file: lines of JSON, compressed by gzip; first the metadata, then each report as time and values.',
    example: null,
  },
})

import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import type { ExportRecord } from '@heatfleet/contract/exports/exports.ts'
import { untilGiven } from './eventually.ts'

type Ask = Extract<NonNullable<RequestOf<typeof api.exportCreate>['body']>, { kind: 'device-list' }>
/** A wish for the whole device list; parts of it may be others. */
export const requestFor = (part: Partial<Ask> = {}): { body: Ask } => ({
  body: {
    kind: 'device-list',
    format: 'csv',
    file_name: 'devices',
    time_zone: 'Asia/Shanghai',
    language: 'en',
    columns: ['mac', 'device_name', 'online_status', 'online_times', 'import_time'],
    filter: {},
    ...part,
  },
})

/** The record of an own export. */
export const findOwn = async (call: Call, id: number): Promise<ExportRecord> => {
  const { list } = await call(api.exportList)
  const found = list.find(({ export_id }) => export_id === id)
  if (found === undefined) throw new Error(`export ${id} is not in the list`)
  return found
}
const isOver = ({ state }: ExportRecord) => state !== 'queued' && state !== 'running'
/** The record once the export is over. */
export const outcomeOf = (call: Call, id: number): Promise<ExportRecord> =>
  untilGiven(async () => {
    const record = await findOwn(call, id)
    if (!isOver(record)) throw new Error(`export ${id} is ${record.state}`)
    return record
  })
/** Wishes, and waits for the end. */
export const runExport = async (call: Call, request = requestFor()): Promise<ExportRecord> =>
  outcomeOf(call, (await call(api.exportCreate, request)).export_id)
/** The file as text. */
export const fileOf = async (call: Call, id: number): Promise<string> =>
  (await call(api.exportFile, { params: { id } })).blob.text()
/** Lines of a CSV file whose cells hold no line breaks. */
export const linesOf = (text: string): string[] => text.replace('\uFEFF', '').trimEnd().split('\r\n')

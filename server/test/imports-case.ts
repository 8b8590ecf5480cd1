import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import type { ImportBatch } from '@heatfleet/contract/imports/imports.ts'
import type { ImportRow } from '@heatfleet/contract/imports/lines.ts'
import { untilGiven } from './eventually.ts'

/** An IMEI that no device of a fleet has. */
export const freshImei = (n: number): string => imeiOf(`8651${String(n).padStart(10, '0')}`)

/** A batch once it is over. */
export const importOutcome = (call: Call, import_id: number): Promise<ImportBatch> =>
  untilGiven(async () => {
    const batch = await call(api.importInfo, { params: { id: import_id } })
    if (batch.state === 'queued' || batch.state === 'running') throw new Error(`import ${import_id} is ${batch.state}`)
    return batch
  })

/** Starts a draft and waits for its end. */
export const finishDraft = async (call: Call, id: number, leave_errors = false): Promise<ImportBatch> => {
  await call(api.importStart, { params: { id }, body: { leave_errors } })
  return importOutcome(call, id)
}

/** Imports lines that have no errors, to the end. */
export const importLines = async (
  call: Call,
  header: { agent_id?: number | null; product_key: string; import_tag?: string },
  macs: readonly string[],
): Promise<ImportBatch> => {
  const { import_id } = await call(api.importCheck, { body: { ...header, rows: macs.map((mac) => ({ mac })) } })
  return finishDraft(call, import_id)
}

/** The lines of a batch. */
export const rowsOf = async (call: Call, import_id: number, more: object = {}): Promise<ImportRow[]> =>
  (await call(api.importRowList, { body: { import_id, ...more } })).list

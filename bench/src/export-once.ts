import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import { buildUrl } from '@heatfleet/contract/client.ts'
import type { ExportFormat, ExportRecord } from '@heatfleet/contract/exports/exports.ts'
import { type MeasuredPoint, valueAt } from './report-signals.ts'
import type { SignedIn } from './signed-in.ts'

const MINUTE_MS = 60_000
/** Of so many lines of a file one is compared. */
const COMPARED_EVERY = 97
const DONE_MAX_MS = 300_000

/** What is asked for, and how many rows that is. */
export type Question = {
  macs: string[]
  points: readonly MeasuredPoint[]
  from_ms: number
  to_ms: number
  rows: number
}

export type ExportedFile = { took_s: number; first_byte_ms: number; file: Buffer }

/** From the wish to the last byte that a person gets. */
export const exportOnce = async (
  product_url: string,
  admin: SignedIn,
  question: Question,
  format: ExportFormat,
): Promise<ExportedFile> => {
  const { macs, points, from_ms, to_ms, rows } = question
  const keys = points.map(({ key }) => key)
  const [from, to] = [new Date(from_ms).toISOString(), new Date(to_ms).toISOString()]
  const began = performance.now()
  const asked = await admin.call(api.exportCreate, {
    body: {
      kind: 'device-history',
      format,
      file_name: 'bench',
      time_zone: 'UTC',
      language: 'en',
      columns: ['mac', 'time', ...keys].map((key) => ({ key, title: key })),
      filter: { macs, points: keys, from, to, aggregate: 'auto', resolution: 'raw' },
    },
  })
  const record = await untilDone(admin, asked.export_id)
  if (record.rows_done !== rows) throw new Error(`the file has ${record.rows_done} rows, not ${rows}`)
  const asks_ms = performance.now()
  const { headers } = admin.shotOf({ endpoint: api.exportList, query: {}, body: undefined })
  const url = `${product_url}${buildUrl(api.exportFile, { params: { id: asked.export_id } })}`
  const answer = await fetch(url, { headers })
  if (!answer.ok || answer.body === null) throw new Error(`no file: HTTP ${answer.status}`)
  let first_byte_ms = 0
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.body) {
    if (first_byte_ms === 0) first_byte_ms = performance.now() - asks_ms
    chunks.push(chunk)
  }
  const took_s = (performance.now() - began) / 1_000
  const file = Buffer.concat(chunks)
  if (file.length !== record.file_bytes) throw new Error(`${file.length} bytes came of ${String(record.file_bytes)}`)
  return { took_s, first_byte_ms, file }
}

const untilDone = async ({ call }: SignedIn, id: number): Promise<ExportRecord> => {
  for (let waited_ms = 0; waited_ms < DONE_MAX_MS; waited_ms += 50) {
    const { list } = await call(api.exportList)
    const record = list.find(({ export_id }) => export_id === id)
    if (record?.state === 'done') return record
    if (record?.state === 'failed') throw new Error(`the export failed: ${String(record.reason)}`)
    await pause(50)
  }
  throw new Error('the export was not done in time')
}

/** Refuses a CSV file that is short or tells other values: all lines are counted, some compared value by value. */
export const compareLines = async (file: Buffer, { macs, points, from_ms, to_ms, rows }: Question): Promise<void> => {
  const of_unit = (to_ms - from_ms) / MINUTE_MS
  let line = -1
  for await (const text of createInterface({ input: Readable.from(file) })) {
    if (line >= 0 && line % COMPARED_EVERY === 0) {
      const unit = Math.floor(line / of_unit)
      const at_ms = from_ms + (line % of_unit) * MINUTE_MS
      const values = points.map((point) => String(valueAt(unit + 1, point, at_ms) ?? ''))
      const time = new Date(at_ms).toISOString().slice(0, 19).replace('T', ' ')
      const expected = [macs[unit], time, ...values].join(',')
      const got = text.replaceAll('"', '').replaceAll('\t', '')
      if (got !== expected) throw new Error(`line ${line}: ${got} instead of ${expected}`)
    }
    line += 1
  }
  if (line !== rows) throw new Error(`the file has ${line} lines, not ${rows}`)
}

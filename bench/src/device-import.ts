import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import type { ImportBatch } from '@heatfleet/contract/imports/imports.ts'
import type pg from 'pg'
import { watchMemory } from './processes.ts'
import { type Place, type Product, signIn, withProduct } from './product.ts'
import { atMost, describeMachine, type Outcome, type Spread, spreadsOf } from './result.ts'

type ImportSize = {
  /** Units of one import. */
  units: number
  repeats: number
}

const POLL_MS = 50

/**
 * W7: units of a file come in: checked, imported in the background, undone; and the same as lines of a call. Refuses an import
 * that is short, moves what is there, or leaves something after it was undone.
 */
export const measureImport = (size: ImportSize, place: Place, say: (line: string) => void) =>
  withProduct(place, {}, async (product) => {
    const { call } = await signIn(product.url, 'admin')
    const { rows } = await product.client.query<{ product_key: string }>('select product_key from products limit 1')
    const product_key = rows[0]?.product_key ?? ''
    // The first import of a process also loads and compiles what it runs on.
    await importOnce(product, call, { product_key, macs: macsOf(100), from: 'file' })
    const turns = []
    for (let turn = 1; turn <= size.repeats; turn += 1) {
      const of_file = await importOnce(product, call, { product_key, macs: macsOf(size.units), from: 'file' })
      const of_lines = await importOnce(product, call, { product_key, macs: macsOf(size.units), from: 'lines' })
      turns.push({
        check_file_s: of_file.check_s,
        import_s: of_file.import_s,
        undo_s: of_file.undo_s,
        together_s: of_file.check_s + of_file.import_s,
        grown_mb: of_file.grown_mb,
        check_lines_s: of_lines.check_s,
        grown_by_lines_mb: of_lines.grown_mb,
      })
      say(
        `turn ${turn}: file ${of_file.check_s.toFixed(1)} + ${of_file.import_s.toFixed(1)} s, ${of_file.grown_mb.toFixed(0)} MB; ` +
          `lines ${of_lines.check_s.toFixed(1)} + ${of_lines.import_s.toFixed(1)} s, ${of_lines.grown_mb.toFixed(0)} MB; undo ${of_file.undo_s.toFixed(1)} s`,
      )
    }
    const figures = spreadsOf(turns)
    return {
      workload: 'w7',
      machine: await describeMachine(product.client),
      ...size,
      figures,
      outcomes: importOutcomes(figures),
    }
  })

type EvaluatedFigures = Record<'together_s' | 'grown_mb' | 'grown_by_lines_mb', Spread>

const importOutcomes = (f: EvaluatedFigures): Outcome[] => [
  atMost('check and import of a file, seconds', f.together_s.max, 60),
  atMost('memory of the console process for a file, MB more', f.grown_mb.max, 150),
  atMost('memory of the console process for lines, MB more', f.grown_by_lines_mb.max, 150),
]

let given = 0
const macsOf = (count: number): string[] => {
  const first = given
  given += count
  return Array.from({ length: count }, (_, at) => imeiOf(`8611${String(first + at).padStart(10, '0')}`))
}

type Request = { product_key: string; macs: readonly string[]; from: 'file' | 'lines' }

const importOnce = async ({ client, pid }: Product, call: Call, { product_key, macs, from }: Request) => {
  const before = await countDevices(client)
  await pause(2_000)
  const grownMb = watchMemory([pid])
  const [draft, check_s] = await timed(() =>
    from === 'file'
      ? call(api.importFileCheck, { body: { product_key, file_name: 'units.csv', content: csvOf(macs) } })
      : call(api.importCheck, { body: { product_key, rows: macs.map(lineOf) } }),
  )
  const { import_id: id } = draft
  const [done, import_s] = await timed(async () => {
    await call(api.importStart, { params: { id } })
    return untilOver(call, id)
  })
  const grown_mb = grownMb()
  if (done.state !== 'done' || done.imported !== macs.length || (await countDevices(client)) !== before + macs.length)
    throw new Error(`${done.imported} of ${macs.length} units came in: ${done.state}`)
  const [, undo_s] = await timed(() => call(api.importUndo, { params: { id }, body: { reason: 'Measured' } }))
  if ((await countDevices(client)) !== before) throw new Error('something is left of an import that was undone')
  return { check_s, import_s, undo_s, grown_mb }
}

const lineOf = (mac: string, at: number) => ({
  mac,
  iccid: `898603244${String(at).padStart(9, '0')}1`,
  serial: `SN-${at}`,
  hardware_version: 'CG248075',
  secret: randomBytes(32).toString('hex'),
})

const csvOf = (macs: readonly string[]): string => {
  const lines = macs.map((mac, at) => Object.values(lineOf(mac, at)).join(','))
  return Buffer.from(['IMEI,ICCID,Serial,Hardware,Secret', ...lines].join('\r\n')).toString('base64')
}

const untilOver = async (call: Call, id: number): Promise<ImportBatch> => {
  for (;;) {
    const batch = await call(api.importInfo, { params: { id } })
    if (batch.state !== 'queued' && batch.state !== 'running') return batch
    await pause(POLL_MS)
  }
}

const timed = async <Done>(task: () => Promise<Done>): Promise<[Done, number]> => {
  const began = performance.now()
  const done = await task()
  return [done, (performance.now() - began) / 1_000]
}

const countDevices = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from devices')
  return rows[0]?.n ?? 0
}

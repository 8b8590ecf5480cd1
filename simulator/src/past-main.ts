import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { parseFleetFile } from './fleet-file.ts'
import { simulateHistory } from './past-history.ts'

const USAGE = `Tells the past of one simulated unit, without a broker.

  node simulator/src/past-main.ts --fleet fleet.json --unit did --bounds s,s,… --stretch n [--interval 60]

  --bounds   moments in unix seconds, newest first; the unit is live from the first on
  --stretch  which of the times between them, counted from the newest
  --interval seconds between two reports

Writes report frames to the standard output, oldest first, each behind its length in bytes (u32, big-endian).
`
const BATCH_BYTES = 256 * 1024

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      fleet: { type: 'string' },
      unit: { type: 'string' },
      bounds: { type: 'string' },
      stretch: { type: 'string' },
      interval: { type: 'string', default: '60' },
    },
  })
  const { fleet, unit, bounds, stretch, interval } = values
  if (!fleet || !unit || !bounds || !stretch) {
    process.stderr.write(USAGE)
    process.exitCode = 2
    return
  }
  const file = parseFleetFile(readFileSync(fleet, 'utf8'))
  const spec = file.units.find(({ did }) => did === unit)
  if (!spec) throw new Error(`${fleet} has no unit ${unit}`)
  const past = { spec, bounds_s: bounds.split(',').map(Number), interval_s: Number(interval) }
  if (past.bounds_s.some(Number.isNaN) || !(past.interval_s > 0))
    throw new Error('--bounds and --interval need numbers')
  await write(simulateHistory(file, past, Number(stretch)), encodeReport)
}

/** Writes frame after frame, with back-pressure. */
async function write<Item>(items: Iterable<Item>, encode: (item: Item) => Uint8Array): Promise<void> {
  let batch: Uint8Array[] = []
  let bytes = 0
  const flush = async (): Promise<void> => {
    const is_taken = process.stdout.write(Buffer.concat(batch))
    batch = []
    bytes = 0
    if (!is_taken) await once(process.stdout, 'drain')
  }
  for (const item of items) {
    const frame = encode(item)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(frame.length)
    batch.push(length, frame)
    bytes += length.length + frame.length
    if (bytes >= BATCH_BYTES) await flush()
  }
  if (bytes > 0) await flush()
}

// The reader has closed the pipe.
process.stdout.on('error', () => process.exit(1))
try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}

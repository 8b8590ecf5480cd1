import { Agent, request } from 'node:http'
import { UPLINK_FILTER } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { decodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { openSession } from './module-session.ts'

/**
 * The consumer of a stack built of parts: subscribes to all reports of the broker at port `argv[2]`, decodes each register, and sends the values in
 * batches to VictoriaMetrics at `argv[3]`. Prints how many reports were accepted.
 */
const [, , port, url] = process.argv
const FLUSH_MS = 100
/** Reports of a batch: some hundred kilobytes. */
const BATCH = 1_000

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const did_at = UPLINK_FILTER.split('/').indexOf('+')
const lines: string[] = []
let stored = 0

const write = (body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const call = request(`${url}/write?precision=ms`, { method: 'POST', agent }, (answer) => {
      answer.resume()
      answer.once('end', () =>
        answer.statusCode === 204 ? resolve() : reject(new Error(`HTTP ${String(answer.statusCode)}`)),
      )
    })
    call.once('error', reject)
    call.end(body)
  })

const fail = (error: unknown): never => {
  console.error(error)
  process.exit(1)
}

let is_writing = false
const flush = async (): Promise<void> => {
  if (is_writing || lines.length === 0) return
  is_writing = true
  while (lines.length > 0) {
    const batch = lines.splice(0, BATCH)
    await write(batch.join('\n'))
    stored += batch.length
    console.log(`stored ${stored}`)
  }
  is_writing = false
}

await openSession({
  port: Number(port),
  local_address: '127.0.1.1',
  log_in: { clientId: 'consumer', clean: true },
  filter: UPLINK_FILTER,
  onAcknowledged: () => {},
  onMessage: ({ topic, payload }) => {
    const decoded = decodeReport(Buffer.from(payload))
    if (!decoded.ok) fail(decoded.reason)
    else lines.push(lineOf(topic.split('/')[did_at] ?? '', decoded.report))
    if (lines.length >= BATCH) void flush().catch(fail)
  },
  onBroken: fail,
})

/** A line of a report: one field a register. */
const lineOf = (
  did: string,
  { ts, blocks }: { ts: number; blocks: readonly { start: number; quantity: number; data: Uint8Array }[] },
): string => {
  let fields = ''
  for (const { start, quantity, data } of blocks)
    for (let at = 0; at < quantity; at += 1) {
      const word = ((data[2 * at] ?? 0) << 8) | (data[2 * at + 1] ?? 0)
      fields += `${fields === '' ? '' : ','}r${start + at}=${word}`
    }
  return `v,d=${did} ${fields} ${ts * 1_000}`
}

setInterval(() => void flush().catch(fail), FLUSH_MS)
console.log('stored 0')

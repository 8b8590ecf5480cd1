import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '..', '..', '..', 'simulator', 'src', 'past-main.ts')
const LENGTH_BYTES = 4

/** One device and the interval between two bounds (unix ms, newest first). */
export type PastRequest = { fleet_file: string; mac: string; bounds_ms: readonly number[]; stretch: number }

/** Streams the report frames of a simulated device, oldest first; throws when the simulator ends early. */
export async function* pastFrames({ fleet_file, mac, bounds_ms, stretch }: PastRequest): AsyncGenerator<Buffer> {
  const bounds = bounds_ms.map((at_ms) => at_ms / 1_000).join(',')
  const args = ['--fleet', fleet_file, '--unit', mac, '--bounds', bounds, '--stretch', String(stretch)]
  const child = spawn(process.execPath, [FILE, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  try {
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of child.stdout) {
      rest = Buffer.concat([rest, chunk])
      let at = 0
      for (;;) {
        if (rest.length < at + LENGTH_BYTES) break
        const end = at + LENGTH_BYTES + rest.readUInt32BE(at)
        if (rest.length < end) break
        yield rest.subarray(at + LENGTH_BYTES, end)
        at = end
      }
      rest = rest.subarray(at)
    }
    const [code] = await ended
    if (code !== 0 || rest.length > 0) throw new Error(`the past of ${mac} broke off (${String(code)})`)
  } finally {
    child.kill('SIGKILL')
  }
}

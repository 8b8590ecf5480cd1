import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { type Product, startProduct } from '../product.ts'
import type { Checks } from './checks.ts'

const CLEAN_MAX_MS = 5_000
const KILLED_MAX_MS = 8_000
/** Rounds from which on a run is a measurement. */
const ROUNDS_THAT_JUDGE_TIME = 5

/**
 * Time from the start to a `/readyz` of 200: of a product that was stopped, and of one whose main process was killed.
 */
export const startTimeRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-starts-'))
  chmodSync(data, 0o755)
  const ports = { http_port: await freePort(), mqtt_port: await freePort() }
  const start = (): Promise<Product> => startProduct({ mode: 'serve', data, ...ports })
  let product = await start()
  try {
    const clean_ms: number[] = []
    const killed_ms: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await product.stop()
      const began_ms = performance.now()
      product = await start()
      clean_ms.push(performance.now() - began_ms)
      product.process.kill('SIGKILL')
      const killed_at_ms = performance.now()
      product = await start()
      killed_ms.push(performance.now() - killed_at_ms)
    }
    checks.note(`${rounds} clean starts (ms): ${listed(clean_ms)}; ${rounds} after a kill: ${listed(killed_ms)}`)
    if (rounds < ROUNDS_THAT_JUDGE_TIME) return checks.expect('each start came to its end', true)
    const figures = { clean: median(clean_ms), killed: median(killed_ms) }
    checks.expect(
      `a clean start takes ${CLEAN_MAX_MS / 1_000} s at most (median)`,
      figures.clean <= CLEAN_MAX_MS,
      `${figures.clean.toFixed(0)} ms`,
    )
    checks.expect(
      `ready again ${KILLED_MAX_MS / 1_000} s after a kill at most (median)`,
      figures.killed <= KILLED_MAX_MS,
      `${figures.killed.toFixed(0)} ms`,
    )
  } finally {
    await product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

const listed = (times_ms: readonly number[]): string => times_ms.map((ms) => ms.toFixed(0)).join(', ')

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

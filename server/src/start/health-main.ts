import { existsSync } from 'node:fs'
import { readConfig } from '../config.ts'

/** Asks the product of this machine whether it is ready: exit code 0 = yes. For health checks of containers and timers. */

const ANSWER_MAX_MS = 5_000

if (existsSync('.env')) process.loadEnvFile('.env')
const { HEATFLEET_PORT: port } = readConfig()
try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(ANSWER_MAX_MS) })
  console.log(await answer.text())
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.error(`Heatfleet does not answer on port ${port}: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

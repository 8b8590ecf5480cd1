import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import type { VirtualFleet } from '@heatfleet/contract/products/virtual-units.ts'
import { session } from '@heatfleet/contract/session/session.ts'
import type { PlantedEvents } from '@heatfleet/contract/simulator/planted-events.ts'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { AppContext } from '../src/app-context.ts'
import { readConfig } from '../src/config.ts'
import type { FromGateway, ToGateway } from '../src/platform/bus.ts'
import type { Connections } from '../src/platform/db.ts'
import { meterJobs } from '../src/platform/job-meter.ts'
import { handOnNewest } from '../src/platform/newest-read.ts'
import { createHttp } from '../src/transports/http.ts'
import { createServices } from '../src/wiring.ts'
import { withProof } from './sign-in-proof.ts'
import { SMALL_FLEET_KEY, SMALL_FLEET_PASSWORD, type SmallAccount } from './small-fleet.ts'

/** A console process in a test: the real thing on a real port, with a clock that jumps and a gateway played by the test. */
export const startConsole = async (
  database: Connections,
  settings: NodeJS.ProcessEnv = {},
  changes: Partial<AppContext> = {},
  /** Puts something into the folder of exports before the start. */
  prepareExports: (folder: string) => void = () => {},
) => {
  let ahead_ms = 0
  const exports_folder = mkdtempSync(join(tmpdir(), 'heatfleet-exports-'))
  prepareExports(exports_folder)
  const published: ToGateway[] = []
  const played: VirtualFleet['units'][] = []
  const planted: PlantedEvents['planted'][] = []
  const listeners = new Set<(message: FromGateway) => void>()
  const metrics = new Registry()
  const context: AppContext = {
    // One bit of work: a test that signs in wrongly does not spend its time on hashes.
    config: readConfig({ HEATFLEET_LOGIN_PROOF_BITS: '1', ...settings }),
    secret_key: SMALL_FLEET_KEY,
    clock: {
      now: () => Date.now() + ahead_ms,
      after: (delay_ms, task) => {
        const timer = setTimeout(task, delay_ms)
        return () => clearTimeout(timer)
      },
    },
    database,
    bus: {
      publish: (message) => published.push(message),
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    playUnits: handOnNewest((units) => played.push(units)),
    playEvents: handOnNewest((events) => planted.push(events)),
    log: pino({ level: 'silent' }),
    metrics,
    job_meter: meterJobs(metrics),
    ready: () => ({ database: true, broker: true, migrations: true }),
    whileDatabaseAnswers: (call) => call(),
    production: false,
    exports_folder,
    firmware_folder: join(exports_folder, 'firmware'),
    writes_exports: true,
    console_folder: null,
    ...changes,
  }
  const http = await createHttp(context, createServices(context))
  const { port } = await http.listen(0, '127.0.0.1')
  const base_url = `http://127.0.0.1:${port}`
  const anonymous = withProof(createClient({ base_url, token: () => null }))
  const signIn = async (user_name: SmallAccount): Promise<{ call: Call; token: string; uid: number }> => {
    const { token, uid } = await anonymous(session.login, { body: { user_name, password: SMALL_FLEET_PASSWORD } })
    return { token, uid, call: createClient({ base_url, token: () => token }) }
  }
  return {
    base_url,
    port,
    push: http.push,
    published,
    /** What the simulator was told, time by time. */
    played,
    /** What was planted at simulated units, time by time. */
    planted,
    exports_folder,
    anonymous,
    signIn,
    clientOf: (token: string): Call => createClient({ base_url, token: () => token }),
    fromGateway: (message: FromGateway) => {
      for (const listener of listeners) listener(message)
    },
    jump: (by_ms: number) => {
      ahead_ms += by_ms
    },
    close: async () => {
      await http.close()
      rmSync(exports_folder, { recursive: true, force: true })
    },
  }
}
export type TestConsole = Awaited<ReturnType<typeof startConsole>>

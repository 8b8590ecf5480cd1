import { join } from 'node:path'
import type { VirtualFleet } from '@heatfleet/contract/products/virtual-units.ts'
import type { Logger } from 'pino'
import { type SupervisedChild, superviseChild } from '../platform/child-process.ts'

const FILE = join(import.meta.dirname, '..', '..', '..', 'simulator', 'src', 'virtual-main.ts')
const STOP_MAX_MS = 1_500

/** Runs virtual units in their own process, started with the first unit. */
type VirtualFleetPlayer = {
  play: (units: VirtualFleet['units']) => void
  stop: () => Promise<void>
}

export const createVirtualFleetPlayer = (
  url: string,
  output_file: string,
  log: Logger,
  onStart: (send: (message: unknown) => void) => void,
): VirtualFleetPlayer => {
  let child: SupervisedChild | null = null
  let fleet: VirtualFleet = { url, units: [] }
  return {
    play: (units) => {
      if (units.length === 0 && child === null) return
      fleet = { url, units }
      if (child !== null) {
        child.send(fleet)
        return
      }
      child = superviseChild({
        file: FILE,
        output_file,
        niceness: 10,
        onStart: (send) => {
          send(fleet)
          onStart(send)
        },
        onExit: (how, delay_ms) => {
          log.error({ how, delay_ms }, 'the virtual units ended by themselves')
          return true
        },
        stop_max_ms: STOP_MAX_MS,
      })
    },
    stop: async () => child?.stop(),
  }
}

import type { VirtualFleet } from '@heatfleet/contract/products/virtual-units.ts'
import type { AppContext } from '../app-context.ts'
import { playVirtualUnits } from '../features/products/virtual-units.ts'
import type { ConnectionOptions } from '../platform/db.ts'
import { type Lead, waitForLead } from '../platform/lead-lock.ts'

/** Advisory lock of the console that plays virtual units. */
const LEAD_LOCK = 5_424_001_111
/** Units that were begun or ended at another console are read so often. */
const READ_EVERY_MS = 10_000

type Play = (units: VirtualFleet['units']) => void

/** Of several consoles one plays the virtual units: two would log in under the same ids. Both parts are used by it. */
export const leadVirtualFleet = (play: Play) => {
  let leads = false
  let played = ''
  const playUnits: Play = (units) => {
    const text = JSON.stringify(units)
    if (!leads || text === played) return
    played = text
    play(units)
  }
  const stopPlaying = (): void => {
    leads = false
    played = ''
    play([])
  }
  /** Waits for its turn, and again after it was lost. Returns how to stop. */
  const start = (
    context: Parameters<typeof playVirtualUnits>[0] & Pick<AppContext, 'clock' | 'log'>,
    connection: ConnectionOptions,
  ): (() => Promise<void>) => {
    const { clock, log } = context
    let is_stopped = false
    let stopTimer = (): void => {}
    let lead: Lead
    const read = (): void => {
      void playVirtualUnits(context)
        .catch((error: unknown) => log.warn({ error }, 'virtual units are read again'))
        .finally(() => {
          if (leads && !is_stopped) stopTimer = clock.after(READ_EVERY_MS, read)
        })
    }
    const wait = (): void => {
      lead = waitForLead(connection, LEAD_LOCK, {
        clock,
        onLost: () => {
          stopTimer()
          stopPlaying()
          if (!is_stopped) wait()
        },
      })
      void lead.taken.then(() => {
        leads = true
        read()
      })
    }
    wait()
    return async () => {
      is_stopped = true
      stopTimer()
      await lead.giveUp()
    }
  }
  return { playUnits, start }
}

import type { Clock } from '../../platform/clock.ts'

/**
 * Devices marked offline per step. Each step leaves counter changes that list queries read until they are folded.
 * 270,000 devices are offline within five minutes after the grace period, without slowing lists.
 */
export const SLICE = { units: 500, every_ms: 500 } as const

type Deps = {
  clock: Pick<Clock, 'after'>
  isConnected: (mac: string) => boolean
  /** Resolves after the commit. */
  markOffline: (macs: readonly string[]) => Promise<void>
}

/** After the grace period, marks the devices that have not reconnected offline, in slices. Returns the cancellation. */
export const markUnreturnedDevicesOffline = (
  { clock, isConnected, markOffline }: Deps,
  macs: readonly string[],
  grace_ms: number,
): (() => void) => {
  let next = 0
  let is_cancelled = false
  let stop = (): void => {}
  const markSlice = (): void => {
    const gone: string[] = []
    for (; next < macs.length && gone.length < SLICE.units; next += 1) {
      const mac = macs[next] ?? ''
      // Checked per slice: devices may reconnect meanwhile.
      if (!isConnected(mac)) gone.push(mac)
    }
    if (gone.length === 0) return
    // The pause starts after the commit: back-pressure for a busy database.
    void markOffline(gone).then(() => {
      if (!is_cancelled && next < macs.length) stop = clock.after(SLICE.every_ms, markSlice)
    })
  }
  stop = clock.after(grace_ms, markSlice)
  return () => {
    is_cancelled = true
    stop()
  }
}

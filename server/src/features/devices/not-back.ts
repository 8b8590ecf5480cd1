import type { Clock } from '../../platform/clock.ts'

/**
 * So many units at once are taken off line, so often: each leaves rows for the counts, which lists read through until they are added up.
 * A fleet of 270,000 of which none comes back is off line within five minutes after its grace, and lists stay as quick as they were.
 */
export const SLICE = { units: 500, every_ms: 500 } as const

type Deps = {
  clock: Pick<Clock, 'after'>
  isHere: (mac: string) => boolean
  /** Resolves when it is stored. */
  takeOffLine: (macs: readonly string[]) => Promise<void>
}

/** After its grace, takes those of a list that did not come back off line, slice by slice in its order. Gives how to call it off. */
export const takeThoseNotBack = (
  { clock, isHere, takeOffLine }: Deps,
  macs: readonly string[],
  grace_ms: number,
): (() => void) => {
  let next = 0
  let is_off = false
  let stop = (): void => {}
  const takeSlice = (): void => {
    const gone: string[] = []
    for (; next < macs.length && gone.length < SLICE.units; next += 1) {
      const mac = macs[next] ?? ''
      // Asked only now: who comes back while others are taken was not away.
      if (!isHere(mac)) gone.push(mac)
    }
    if (gone.length === 0) return
    // The pause comes after the storing: a database that is busy is not given more.
    void takeOffLine(gone).then(() => {
      if (!is_off && next < macs.length) stop = clock.after(SLICE.every_ms, takeSlice)
    })
  }
  stop = clock.after(grace_ms, takeSlice)
  return () => {
    is_off = true
    stop()
  }
}

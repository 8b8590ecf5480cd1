import { useEffect } from 'react'

/** What the first view itself still fetches goes first: its values, curve and chart library. */
const AFTER_MS = 1_500
/** A browser that is never idle waits so long at most for each file. */
const LATEST_MS = 5_000

/** Runs a task when the browser has nothing else to do; returns what cancels it. Safari has no idle callbacks. */
const whenIdle = (task: () => void): (() => void) => {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(task, 0)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: LATEST_MS })
  return () => cancelIdleCallback(handle)
}

/** The person asked the browser to spare data, or the connection is too slow to fetch what may not be needed. */
const sparesData = (): boolean => {
  const connection: unknown = Reflect.get(navigator, 'connection')
  const { saveData, effectiveType } = Object(connection)
  return saveData === true || String(effectiveType).endsWith('2g')
}

/** Fetches parts one after the other while nothing else happens, so that they open at once; not where data is to be spared. */
export const useIdlePrefetch = (parts: readonly { prefetch: () => Promise<void> }[]): void => {
  useEffect(() => {
    if (sparesData()) return
    let is_current = true
    let cancel = (): void => undefined
    const next = (at: number): void => {
      const part = parts[at]
      if (part === undefined) return
      cancel = whenIdle(() => void part.prefetch().then(() => is_current && next(at + 1)))
    }
    const timer = setTimeout(() => next(0), AFTER_MS)
    return () => {
      is_current = false
      clearTimeout(timer)
      cancel()
    }
  }, [parts])
}

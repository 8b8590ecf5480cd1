import { setTimeout as wait } from 'node:timers/promises'

/** Whether `/readyz` reports a missing part within a time. */
export const saysNotReady = async (url: string, limit_ms: number): Promise<boolean> => {
  const end_ms = performance.now() + limit_ms
  while (performance.now() < end_ms) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.status === 503) return true
    await wait(20)
  }
  return false
}

/** Whether a count rises within a time. */
export const rises = async (count: () => number, limit_ms: number): Promise<boolean> => {
  const before = count()
  const end_ms = performance.now() + limit_ms
  while (performance.now() < end_ms) {
    if (count() > before) return true
    await wait(20)
  }
  return false
}

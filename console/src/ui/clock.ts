import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now_ms = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (listeners.size === 1) {
    now_ms = Date.now()
    timer = setInterval(() => {
      now_ms = Date.now()
      for (const notify of listeners) notify()
    }, 1_000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The current time, unix ms, updated once a second: one timer for all components. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now_ms)

/** A text derived from the current time; the component renders again only when it changes. */
export const useTicking = (text: (now_ms: number) => string): string =>
  useSyncExternalStore(subscribe, () => text(now_ms))

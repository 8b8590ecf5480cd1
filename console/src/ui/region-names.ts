import { useSyncExternalStore } from 'react'

// Several thousand names: loaded once, with the first code that is shown. A list that only could show one does without.
let loaded: ((code: string) => string) | null = null
let is_loading = false
const waiting = new Set<() => void>()

const load = async () => {
  if (is_loading) return
  is_loading = true
  try {
    loaded = (await import('./region-table.ts')).regionName
    for (const onLoaded of waiting) onLoaded()
  } finally {
    // After a failure the next code tries again.
    is_loading = false
  }
}

const codeMeanwhile = (code: string): string => {
  // Regions abroad have names, not codes.
  if (/^\d{6}$/.test(code)) void load()
  return code
}

const subscribe = (onLoaded: () => void) => {
  waiting.add(onLoaded)
  return () => {
    waiting.delete(onLoaded)
  }
}

/** `regionName('330110')` -> `浙江省 / 杭州市 / 余杭区`; the code itself until the names are loaded, or abroad. */
export const useRegionName = (): ((code: string) => string) =>
  useSyncExternalStore(subscribe, () => loaded) ?? codeMeanwhile

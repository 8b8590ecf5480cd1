import { useEffect, useState } from 'react'

// Several thousand names: loaded once, with the first region.
let loaded: ((code: string) => string) | null = null
const load = async () => {
  loaded = (await import('./region-table.ts')).regionName
  return loaded
}

/** `regionName('330110')` -> `浙江省 / 杭州市 / 余杭区`; the code itself until the names are loaded, or abroad. */
export const useRegionName = (): ((code: string) => string) => {
  const [name, setName] = useState(() => loaded)
  useEffect(() => {
    if (name !== null) return
    let current = true
    void load().then((loaded) => current && setName(() => loaded))
    return () => {
      current = false
    }
  }, [name])
  return name ?? ((code) => code)
}

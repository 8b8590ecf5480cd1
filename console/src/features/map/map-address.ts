import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { type Camera, readCamera, writeCamera } from '../../ui/map/map-camera.ts'

/** Where the map is and which unit is open, in the address: a link shows the same. Moving leaves no entries in the history. */
export const useMapAddress = () => {
  const [query, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  const set = useCallback(
    (key: string, text: string | null) => {
      // While the next screen loads, which may be the other map, the address is its own already.
      if (window.location.hash.split('?')[0] !== `#${pathname}`) return
      setQuery(
        (newest) => {
          const after = new URLSearchParams(newest)
          if (text === null) after.delete(key)
          else after.set(key, text)
          return after
        },
        { replace: true },
      )
    },
    [setQuery, pathname],
  )
  const at = query.get('at')
  return {
    camera: at === null ? null : readCamera(at),
    unit: query.get('unit'),
    move: useCallback((camera: Camera) => set('at', writeCamera(camera)), [set]),
    open: useCallback((mac: string | null) => set('unit', mac), [set]),
  }
}

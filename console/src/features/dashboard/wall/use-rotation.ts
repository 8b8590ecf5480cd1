import { useEffect, useState } from 'react'
import type { WallPage } from './wall-address.ts'

/** The page that is shown, and what changes it: time, unless it is held. */
export const useRotation = (pages: readonly WallPage[], every_s: number) => {
  const [at, setAt] = useState(0)
  const [is_held, setHeld] = useState(false)
  const count = pages.length
  // `at` is a dependency: whoever chooses a page sees it for its whole time.
  useEffect(() => {
    if (is_held || count < 2) return
    const timer = setTimeout(() => setAt((at + 1) % count), every_s * 1_000)
    return () => clearTimeout(timer)
  }, [at, count, every_s, is_held])
  return {
    page: pages[at % Math.max(1, count)] ?? 'fleet',
    choose: (page: WallPage) => setAt(Math.max(0, pages.indexOf(page))),
    is_held,
    hold: setHeld,
  }
}

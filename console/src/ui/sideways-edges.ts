import { type RefObject, useLayoutEffect } from 'react'

/** Marks an element that scrolls sideways while something is beyond its edges: `data-more-start`, `data-more-end`. */
export const useSidewaysEdges = (scroller: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () => {
      const hidden_px = element.scrollWidth - element.clientWidth
      element.toggleAttribute('data-more-start', element.scrollLeft > 0)
      element.toggleAttribute('data-more-end', hidden_px - element.scrollLeft > 1)
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(element)
    // What is inside may grow alone, too.
    if (element.firstElementChild !== null) resized.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
}

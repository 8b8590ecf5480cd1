import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'

const WIDTH_PX = 1920
const HEIGHT_PX = 1080

/** The size in which a page for 1920 x 1080 is drawn and the scale at which it fills a screen of any ratio. Pure. */
export const stageFor = (width: number, height: number): { width: number; height: number; scale: number } => {
  const scale = Math.max(0.1, Math.min(width / WIDTH_PX, height / HEIGHT_PX))
  return { width: width / scale, height: height / scale, scale }
}

/** The style of the stage within an element, kept while that changes its size. */
export const useScaledStage = (element: RefObject<HTMLElement | null>): CSSProperties => {
  const [size, setSize] = useState({ width: WIDTH_PX, height: HEIGHT_PX, scale: 1 })
  useLayoutEffect(() => {
    const wall = element.current
    if (wall === null) return
    const measure = () => setSize(stageFor(wall.clientWidth, wall.clientHeight))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(wall)
    return () => observer.disconnect()
  }, [element])
  return { width: size.width, height: size.height, transform: `scale(${size.scale})` }
}

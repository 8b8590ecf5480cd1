import type { MapBox } from '@heatfleet/contract/map/map-box.ts'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FilterIcon } from '../../ui/icons.tsx'
import { boxOfShares, sharesOf } from './area-shares.ts'
import css from './map.module.css'

type Corner = { x: number; y: number }
type AreaProps = {
  /** What the map shows now. */
  box: MapBox
  area: MapBox | null
  onArea: (area: MapBox | null) => void
  /** What can be done with the area. */
  children: ReactNode
}

/** Selects a rectangle of the map. By keyboard the view itself is the area: the list beside the map leads to its units. */
export function AreaSelection({ box, area, onArea, children }: AreaProps) {
  const t = useMessages('map')
  const [drawing, setDrawing] = useState(false)
  const [corners, setCorners] = useState<[Corner, Corner] | null>(null)
  const at = ({ currentTarget, clientX, clientY }: PointerEvent): Corner => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return { x: (clientX - left) / width, y: (clientY - top) / height }
  }
  const end = () => {
    if (corners !== null) {
      const [a, b] = corners
      if (Math.abs(a.x - b.x) > LEAST && Math.abs(a.y - b.y) > LEAST) onArea(boxOfShares(box, a, b))
    }
    setCorners(null)
    setDrawing(false)
  }
  const drawn = corners ?? (area === null ? null : sharesOf(box, area))
  return (
    <>
      {drawn !== null && (
        <div
          className={css.area}
          style={{
            left: `${100 * Math.min(drawn[0].x, drawn[1].x)}%`,
            top: `${100 * Math.min(drawn[0].y, drawn[1].y)}%`,
            width: `${100 * Math.abs(drawn[0].x - drawn[1].x)}%`,
            height: `${100 * Math.abs(drawn[0].y - drawn[1].y)}%`,
          }}
        />
      )}
      {drawing && (
        <div
          className={css.drawing}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            setCorners([at(event), at(event)])
          }}
          onPointerMove={(event) => corners !== null && setCorners([corners[0], at(event)])}
          onPointerUp={end}
          onPointerCancel={end}
        />
      )}
      <div className={css.area_tools}>
        <Button
          icon={FilterIcon}
          aria-pressed={drawing}
          onClick={() => {
            onArea(null)
            setDrawing(!drawing)
          }}
        >
          {t(($) => $.area.draw)}
        </Button>
        {drawing && <span role="status">{t(($) => $.area.hint)}</span>}
        {area !== null && (
          <>
            {children}
            <Button kind="text" onClick={() => onArea(null)}>
              {t(($) => $.area.clear)}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

/** Share of the map below which a drag was a click. */
const LEAST = 0.01

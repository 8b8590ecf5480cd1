import type { MapBox } from '@heatfleet/contract/map/map-box.ts'
import type { MapCircle } from '@heatfleet/contract/map/map-circle.ts'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { CircleIcon, FilterIcon } from '../../ui/icons.tsx'
import { boxOfShares, type Share, sharesOf } from './area-shares.ts'
import { CircleForm } from './circle-form.tsx'
import { circleInView, circleOfShares, circlePoints } from './circle-shape.ts'
import css from './selection.module.css'
import type { Selection } from './selection.ts'

type SelectionProps = {
  /** What the map shows now. */
  box: MapBox
  /** Where a circle begins: a place that was searched; null = in the middle of the view. */
  centre: { lon: number; lat: number } | null
  selection: Selection | null
  onSelect: (selection: Selection | null) => void
  /** What can be done with the selection. */
  children: ReactNode
  /** What stands below the tools. */
  below: ReactNode
}

/**
 * Selects a rectangle or a circle of the map by pointer, a circle by fields too. Without a pointer the view itself is the area: the
 * list beside the map leads to its units.
 */
export function MapSelection({ box, centre, selection, onSelect, children, below }: SelectionProps) {
  const t = useMessages('map')
  const [tool, setTool] = useState<'area' | 'circle' | null>(null)
  const [drag, setDrag] = useState<[Share, Share] | null>(null)
  const [draft, setDraft] = useState<MapCircle | null>(null)
  const at = ({ currentTarget, clientX, clientY }: PointerEvent): Share => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return { x: (clientX - left) / width, y: (clientY - top) / height }
  }
  const choose = (next: typeof tool) => {
    onSelect(null)
    setDrag(null)
    setTool(next === tool ? null : next)
    const proposed = circleInView(box)
    setDraft(next === 'circle' && tool !== 'circle' ? { ...proposed, ...centre } : null)
  }
  const select = (next: Selection) => {
    setTool(null)
    setDraft(null)
    onSelect(next)
  }
  const end = () => {
    setDrag(null)
    if (drag === null) return setTool(null)
    const [a, b] = drag
    const [width, height] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]
    if (tool === 'circle') {
      if (Math.max(width, height) > LEAST) select({ circle: circleOfShares(box, a, b) })
    } else if (width > LEAST && height > LEAST) select({ area: boxOfShares(box, a, b) })
    else setTool(null)
  }
  const circle = tool === 'circle' && drag !== null ? circleOfShares(box, ...drag) : (selection?.circle ?? draft)
  const corners = tool === 'area' ? drag : selection?.area === undefined ? null : sharesOf(box, selection.area)
  return (
    <>
      {circle !== null && (
        <svg className={css.circle} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" data-circle>
          <polygon points={circlePoints(box, circle)} />
        </svg>
      )}
      {corners !== null && (
        <div
          className={css.area}
          style={{
            left: `${100 * Math.min(corners[0].x, corners[1].x)}%`,
            top: `${100 * Math.min(corners[0].y, corners[1].y)}%`,
            width: `${100 * Math.abs(corners[0].x - corners[1].x)}%`,
            height: `${100 * Math.abs(corners[0].y - corners[1].y)}%`,
          }}
        />
      )}
      {tool !== null && (
        <div
          className={css.drawing}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            setDrag([at(event), at(event)])
          }}
          onPointerMove={(event) => drag !== null && setDrag([drag[0], at(event)])}
          onPointerUp={end}
          onPointerCancel={end}
        />
      )}
      <div className={css.corner}>
        <div className={css.tools}>
          <Button icon={FilterIcon} aria-pressed={tool === 'area'} onClick={() => choose('area')}>
            {t(($) => $.area.draw)}
          </Button>
          <Button icon={CircleIcon} aria-pressed={tool === 'circle'} onClick={() => choose('circle')}>
            {t(($) => $.circle.draw)}
          </Button>
          {tool === 'area' && (
            <span className={css.said} role="status">
              {t(($) => $.area.hint)}
            </span>
          )}
          {selection !== null && (
            <>
              {children}
              <Button kind="text" className={css.said} onClick={() => onSelect(null)}>
                {t(($) => (selection.area === undefined ? $.circle.clear : $.area.clear))}
              </Button>
            </>
          )}
        </div>
        {draft !== null && (
          <CircleForm circle={draft} onDraft={setDraft} onSelect={(chosen) => select({ circle: chosen })} />
        )}
        {below}
      </div>
    </>
  )
}

/** Share of the map below which a drag was a click. */
const LEAST = 0.01

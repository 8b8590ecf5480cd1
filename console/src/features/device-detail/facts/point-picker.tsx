import { useState } from 'react'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { MinusIcon, PlusIcon } from '../../../ui/icons.tsx'
import css from './facts.module.css'
import { linesOf, type Point, placeOf, pointAt, SPANS } from './grid.ts'

const SIZE = 240
/** Kilometres of one degree of latitude. */
const DEGREE_KM = 111.2

/** A grid of degrees on which a click moves the point: without tiles of anybody's map server. */
export function PointPicker({ point, onPick }: { point: Point; onPick: (point: Point) => void }) {
  const t = useMessages('device-detail')
  const lang = useLanguage()
  const [at, setAt] = useState(3)
  const [centre, setCentre] = useState(point)
  const span = SPANS[at] ?? SPANS[0]
  const digits = Math.max(0, Math.ceil(-Math.log10(span / 4)))
  const { x, y } = placeOf(centre, span, point)
  const is_inside = x >= 0 && x <= 1 && y >= 0 && y <= 1
  const zoom = (step: number) => {
    setAt((now) => Math.max(0, Math.min(SPANS.length - 1, now + step)))
    setCentre(point)
  }
  const km = span * DEGREE_KM
  return (
    <div className={css.picker}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the fields below take the same by keyboard */}
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        className={css.grid}
        role="img"
        aria-label={t(($) => $.facts.position.grid)}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          onPick(pointAt(centre, span, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height))
        }}
      >
        {linesOf(centre, span).map(({ along, degrees, share }) =>
          along === 'lat' ? (
            <g key={`lat ${degrees}`}>
              <line x1={0} x2={SIZE} y1={share * SIZE} y2={share * SIZE} />
              <text x={3} y={share * SIZE - 2}>{`${formatNumber(degrees, digits, lang)}°`}</text>
            </g>
          ) : (
            <g key={`lon ${degrees}`}>
              <line y1={0} y2={SIZE} x1={share * SIZE} x2={share * SIZE} />
              <text x={share * SIZE + 2} y={SIZE - 3}>{`${formatNumber(degrees, digits, lang)}°`}</text>
            </g>
          ),
        )}
        {is_inside && <circle cx={x * SIZE} cy={y * SIZE} r={6} />}
      </svg>
      <div className={css.zoom}>
        <Button
          icon={PlusIcon}
          label={t(($) => $.facts.position.closer)}
          disabled={at === SPANS.length - 1}
          onClick={() => zoom(1)}
        />
        <Button
          icon={MinusIcon}
          label={t(($) => $.facts.position.farther)}
          disabled={at === 0}
          onClick={() => zoom(-1)}
        />
        <span>{`${formatNumber(km, km < 10 ? 1 : 0, lang)} km`}</span>
      </div>
    </div>
  )
}

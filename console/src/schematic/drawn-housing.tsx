import css from './schematic.module.css'
import type { SchematicLabels } from './schematic-labels.ts'

type HousingProps = { labels: SchematicLabels }

/** All of the refrigerant outdoors, in one housing. */
export const OneHousing = ({ labels }: HousingProps) => (
  <g>
    <rect x="8" y="36" width="558" height="314" rx="12" className={css.frame} />
    <text x="22" y="56" className={css.label}>
      {labels.outdoor_unit}
    </text>
  </g>
)

/** Compressor and coil outdoors, exchanger and pump in a housing of their own indoors; two refrigerant lines between them. */
export const TwoHousings = ({ labels }: HousingProps) => (
  <g>
    <path d="M465 36H20a12 12 0 0 0 -12 12V338a12 12 0 0 0 12 12H465" className={css.frame} />
    <text x="22" y="56" className={css.label}>
      {labels.outdoor_unit}
    </text>
    <path d="M465 36H640a12 12 0 0 1 12 12V338a12 12 0 0 1 -12 12H465" className={css.frame} />
    <text x="638" y="56" textAnchor="end" className={css.label}>
      {labels.indoor_unit}
    </text>
    {/* Open where a word stands. */}
    <path d="M465 36V314M465 338V350" className={css.wall} />
  </g>
)

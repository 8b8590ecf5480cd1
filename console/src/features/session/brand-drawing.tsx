import styles from './brand.module.css'

const FLOW = 'M262 316 H318 a12 12 0 0 0 12 -12 V262 a12 12 0 0 1 12 -12 H372'
const RETURN = 'M262 352 H560'
const LOOP =
  'M424 250 H586 a12 12 0 0 1 12 12 V276 a12 12 0 0 1 -12 12 H470 a12 12 0 0 0 -12 12 V308 a12 12 0 0 0 12 12 H586 a12 12 0 0 1 12 12 V340 a12 12 0 0 1 -12 12 H560'

/**
 * A heat pump in the snow and the building it warms: outdoor unit, flow and return, tank, floor heating. Decoration.
 */
export function BrandDrawing() {
  return (
    <svg className={styles.drawing} viewBox="40 60 640 350" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="loop" x1="0" y1="250" x2="0" y2="352" gradientUnits="userSpaceOnUse">
          <stop offset="0" className={styles.stopHot} />
          <stop offset="1" className={styles.stopCold} />
        </linearGradient>
        <linearGradient id="tank" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={styles.stopHot} stopOpacity="0.26" />
          <stop offset="1" className={styles.stopHot} stopOpacity="0.04" />
        </linearGradient>
      </defs>

      <path className={styles.ground} d="M48 378 H672" />
      <Snow />

      <g className={styles.house}>
        <path d="M336 378 V204 M648 378 V204 M312 222 L492 96 L672 222" />
        <path d="M560 143.5 V108 h26 v53.7" />
      </g>

      <g className={styles.unit}>
        <rect x="92" y="238" width="170" height="130" rx="12" />
        <path d="M112 368 v10 M242 368 v10" />
        <circle cx="160" cy="303" r="46" />
        <circle className={styles.faint} cx="160" cy="303" r="33" />
        <g className={styles.fan}>
          {[0, 120, 240].map((turn) => (
            <path
              key={turn}
              transform={`rotate(${turn} 160 303)`}
              d="M160 298 c-15 -8 -14 -32 2 -35 c11 5 9 26 -2 35z"
            />
          ))}
          <circle cx="160" cy="303" r="5" />
        </g>
        <path className={styles.faint} d="M226 262 h20 M226 272 h20 M226 282 h20 M226 292 h20" />
      </g>
      <g className={styles.air}>
        <path d="M56 282 c10 -6 16 6 26 0" />
        <path d="M48 303 c10 -6 20 6 34 0" />
        <path d="M56 324 c10 -6 16 6 26 0" />
      </g>

      <path className={styles.cold} d={RETURN} />
      <path className={styles.hot} d={FLOW} />
      <path className={styles.loop} d={LOOP} />
      <path className={styles.moving} d={FLOW} />
      <path className={styles.moving} d={LOOP} />
      <path className={`${styles.moving} ${styles.back}`} d={RETURN} />

      <g className={styles.tank}>
        <rect x="372" y="216" width="52" height="112" rx="14" />
        <path d="M384 250 c24 4 24 10 0 14 c24 4 24 10 0 14 c24 4 24 10 0 14" />
      </g>

      <g className={styles.values}>
        <text x="94" y="226">
          −7.0 <tspan>°C</tspan>
        </text>
        <text x="268" y="302" className={styles.hotText}>
          38.6 <tspan>°C</tspan>
        </text>
        <text x="272" y="371" className={styles.coldText}>
          33.9 <tspan>°C</tspan>
        </text>
        <text x="372" y="206">
          48.5 <tspan>°C</tspan>
        </text>
        <text x="500" y="206" className={styles.room}>
          21.0 <tspan>°C</tspan>
        </text>
      </g>
    </svg>
  )
}

/** Snow beside the building; fixed positions, so that screenshots are reproducible. */
const FLAKES = [
  [84, 92, 2.4],
  [132, 148, 1.8],
  [186, 84, 1.6],
  [226, 132, 2.4],
  [66, 176, 1.6],
  [172, 204, 2],
  [268, 196, 1.6],
  [296, 104, 2],
  [352, 84, 1.6],
  [76, 132, 1.4],
  [404, 92, 1.4],
  [246, 76, 1.4],
] as const

function Snow() {
  return (
    <g className={styles.snow}>
      {FLAKES.map(([x, y, r]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} />
      ))}
    </g>
  )
}

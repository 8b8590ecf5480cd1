import type { AgentLevel } from '@heatfleet/contract/distributors/distributors.ts'
import { useMessages } from '../../messages/messages.ts'
import css from './distributors.module.css'

/** How many bars each level has: the higher, the more. */
const BARS = { 1: 3, 2: 2, 3: 1 } as const satisfies Record<AgentLevel, number>

/** The level as a sign: three bars a province, two a city, one a county; its name for those who cannot see. */
export const LevelMark = ({ level }: { level: AgentLevel }) => {
  const t = useMessages('distributors')
  const name = t(($) => $.levels[level])
  return (
    <svg viewBox="0 0 14 14" className={css.level} role="img" aria-label={name}>
      <title>{name}</title>
      {[0, 1, 2].map((bar) => (
        <rect
          key={bar}
          x={1.5 + bar * 4}
          y={9 - bar * 3}
          width={3}
          height={4 + bar * 3}
          rx={1}
          data-on={bar < BARS[level] || undefined}
        />
      ))}
    </svg>
  )
}

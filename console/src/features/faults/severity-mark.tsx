import type { FaultSeverity } from '@heatfleet/contract/products/settings.ts'
import { useMessages } from '../../messages/messages.ts'
import { type Shape, StateChip } from '../../ui/status.tsx'
import { SEVERITY_TONES } from './fault-texts.ts'

/** What stops and needs a hand is told apart from what starts again by itself in more than its word. */
const SHAPES = {
  info: 'hollow',
  warning: 'triangle',
  fault: 'triangle',
  lockout: 'filled',
} as const satisfies Record<FaultSeverity, Shape>

/** How a fault weighs, as a shape and a word. */
export function SeverityMark({ severity }: { severity: FaultSeverity }) {
  const t = useMessages('faults')
  return (
    <StateChip tone={SEVERITY_TONES[severity]} shape={SHAPES[severity]}>
      {t(($) => $.severities[severity])}
    </StateChip>
  )
}

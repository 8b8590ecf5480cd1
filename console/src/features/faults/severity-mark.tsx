import type { FaultSeverity } from '@heatfleet/contract/products/settings.ts'
import { useMessages } from '../../messages/messages.ts'
import { type Shape, StateChip } from '../../ui/status.tsx'
import { SEVERITY_TONES } from './fault-texts.ts'

/** Lockouts, which need a manual reset, differ from faults that recover by themselves in shape too. */
const SHAPES = {
  info: 'hollow',
  warning: 'triangle',
  fault: 'triangle',
  lockout: 'filled',
} as const satisfies Record<FaultSeverity, Shape>

/** Severity as icon and text. */
export function SeverityMark({ severity }: { severity: FaultSeverity }) {
  const t = useMessages('faults')
  return (
    <StateChip tone={SEVERITY_TONES[severity]} shape={SHAPES[severity]}>
      {t(($) => $.severities[severity])}
    </StateChip>
  )
}

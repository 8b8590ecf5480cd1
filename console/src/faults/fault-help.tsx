import type { FaultCode } from '@heatfleet/contract/faults/codes.ts'
import { useMessages } from '../messages/messages.ts'
import { Facts } from '../ui/facts.tsx'
import { FaultAdvice } from './fault-advice.tsx'

/** What is to be done about a fault: causes, checks and remedies, the parts they need, and where the manual stands. */
export function FaultHelp({ fault }: { fault: FaultCode }) {
  const t = useMessages('faults')
  const { parts, manual_url } = fault
  return (
    <>
      <FaultAdvice fault={fault} />
      <Facts
        items={[
          { label: t(($) => $.fields.parts), value: parts.join(', '), wide: true },
          {
            label: t(($) => $.fields.manual_url),
            value:
              manual_url === '' ? null : (
                <a href={manual_url} target="_blank" rel="noopener noreferrer">
                  {manual_url}
                </a>
              ),
            wide: true,
          },
        ]}
      />
    </>
  )
}

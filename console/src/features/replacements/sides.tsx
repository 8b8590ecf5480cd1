import type { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { ReplacementSide } from '@heatfleet/contract/replacements/replacements.ts'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Age } from '../../ui/age.tsx'
import { UNKNOWN } from '../../ui/format.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { OnlineMark } from '../../ui/status.tsx'
import styles from './replacements.module.css'

/** Old and new beside each other; on a phone one below the other. */
export function Sides({ check }: { check: ResultOf<typeof api.replacementCheck> }) {
  const t = useMessages('replacements')
  return (
    <div className={styles.sides}>
      <Side title={t(($) => $.replace.old_side)} side={check.old} />
      <Side title={t(($) => $.replace.new_side)} side={check.new} />
    </div>
  )
}

function Side({ title, side }: { title: string; side: ReplacementSide }) {
  const t = useMessages('replacements')
  const productName = useProductName()
  const facts: [string, ReactNode][] = [
    [t(($) => $.side.product), productName({ name: side.product_name, english_name: side.product_english_name })],
    [t(($) => $.side.agent), side.agent_name ?? t(($) => $.stock)],
    [t(($) => $.side.online), <OnlineMark key="online" state={side.online_status} />],
    [
      t(($) => $.side.last_report),
      side.last_report_time === null ? UNKNOWN : <Age key="report" at={side.last_report_time} />,
    ],
    [
      t(($) => $.side.bound),
      side.bound === 0 ? t(($) => $.side.nobody) : t(($) => $.side.people, { count: side.bound }),
    ],
    [t(($) => $.side.orders), side.open_orders],
    [t(($) => $.side.iccid), side.iccid ?? UNKNOWN],
    [t(($) => $.side.address), side.address || UNKNOWN],
  ]
  return (
    <section className={styles.side} aria-label={title}>
      <h3>{title}</h3>
      <strong>{side.device_name || t(($) => $.unnamed)}</strong>
      <Identifier id={side.mac} />
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

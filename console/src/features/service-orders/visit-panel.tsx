import type { OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import { useState } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { partsText } from '../../parts/parts-text.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatTime } from '../../ui/format.ts'
import { EditIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import css from './orders.module.css'
import { VisitDrawer } from './visit-drawer.tsx'

/** When somebody comes, what was fitted, what it was. */
export function VisitPanel({ order }: { order: OrderDetail }) {
  const t = useMessages('service-orders')
  const shared = useMessages('shared')
  const lang = useLanguage()
  const missing = useMissingPermission('order:reply')
  const [is_open, setOpen] = useState(false)
  const { visit_from, visit_to, parts, cause, result, erased } = order
  const is_empty = visit_from === null && parts.length === 0 && cause === null && result === ''
  return (
    <Panel
      title={t(($) => $.visit.title)}
      note={
        <Button
          size="small"
          icon={EditIcon}
          disabledReason={missing ?? (erased ? shared(($) => $.errors.app_user_erased) : undefined)}
          onClick={() => setOpen(true)}
        >
          {t(($) => $.visit.edit)}
        </Button>
      }
    >
      {is_empty ? (
        <p className={css.muted}>{t(($) => $.visit.none)}</p>
      ) : (
        <Facts
          least_px={110}
          items={[
            {
              label: t(($) => $.visit.when),
              value:
                visit_from === null || visit_to === null
                  ? null
                  : `${formatTime(visit_from, lang, 'minute')} – ${formatTime(visit_to, lang, 'minute')}`,
              wide: true,
            },
            { label: t(($) => $.visit.cause), value: cause === null ? null : t(($) => $.causes[cause]) },
            {
              label: t(($) => $.visit.parts),
              value: partsText(parts, lang),
              wide: true,
            },
            { label: t(($) => $.visit.result), value: result, wide: true },
          ]}
        />
      )}
      {is_open && <VisitDrawer order={order} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

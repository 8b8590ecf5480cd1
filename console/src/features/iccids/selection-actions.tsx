import type { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import type { IccidCard } from '@heatfleet/contract/iccids/card.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useContext, useState } from 'react'
import { useStartBatch, whichOf } from '../../batches/start-batch.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { EndDialog } from './card-forms.tsx'
import { CardActionsContext } from './card-menu.tsx'

type Props = { selection: Selection<IccidCard>; total: number; request: RequestOf<typeof api.iccidList> }
const ACTIONS = ['renew', 'expiry', 'stop', 'resume'] as const

/** Bulk actions on cards, run in the background; each card is validated on its own, and refused ones are listed. */
export function SelectionActions({ selection, total, request }: Props) {
  const t = useMessages('iccids')
  const batches = useMessages('accounts')
  const [open, setOpen] = useState<(typeof ACTIONS)[number] | null>(null)
  const { start, drawer } = useStartBatch()
  const { has_carrier } = useContext(CardActionsContext)
  const suspend = useMissingPermission('iccid:suspend') ?? (has_carrier ? undefined : t(($) => $.no_carrier))
  const missing_permission = {
    renew: useMissingPermission('iccid:renew'),
    expiry: useMissingPermission('iccid:edit'),
    stop: suspend,
    resume: suspend,
  }
  const count = countSelected(selection, total)
  const which = whichOf(selection, ({ card_id }) => card_id, request.body ?? {})
  const max = LIMITS.batch_objects_max
  const too_many = count > max ? batches(($) => $.batch.limit, { max }) : undefined
  return (
    <>
      {ACTIONS.map((action) => (
        <Button
          key={action}
          kind="text"
          size="small"
          disabledReason={missing_permission[action] ?? too_many}
          onClick={() => setOpen(action)}
        >
          {t(($) => $[action].action)}
        </Button>
      ))}
      {(open === 'renew' || open === 'expiry') && (
        <EndDialog
          of={open}
          count={count}
          onEnd={(expiration_time) => start({ action: `iccid-${open}`, which, input: { expiration_time } })}
          onClose={() => setOpen(null)}
        />
      )}
      {(open === 'stop' || open === 'resume') && (
        <TypedConfirm
          danger={open === 'stop'}
          title={t(($) => $[open].title, { count })}
          text={t(($) => $[open].text)}
          confirm={t(($) => $[open].action)}
          expected={String(count)}
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            await start({ action: `iccid-${open}`, which, input: {} })
            setOpen(null)
          }}
        />
      )}
      {drawer}
    </>
  )
}

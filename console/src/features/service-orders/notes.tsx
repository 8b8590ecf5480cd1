import { api } from '@heatfleet/contract/api.ts'
import type { OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { LinePhotos } from './line-photos.tsx'
import { useLevelName } from './order-level.ts'
import css from './orders.module.css'
import { WriteArea } from './write-area.tsx'

/** What staff noted for themselves, and what call-backs gave. */
export function Notes({ order }: { order: OrderDetail }) {
  const t = useMessages('service-orders')
  const notify = useNotify()
  const missing_permission = useMissingPermission('order:reply')
  const note = useChange(api.orderNote)
  const nameOf = useLevelName()
  const notes = order.lines.filter(({ kind }) => kind !== 'answer' && kind !== 'reply')
  return (
    <Panel title={t(($) => $.notes.title)}>
      {notes.length === 0 ? (
        <p className={css.weak}>{t(($) => $.notes.none)}</p>
      ) : (
        <ol className={css.talk}>
          {notes.map((line) => {
            const { line_id, kind, author, time, text, levels_up } = line
            return (
              <li key={line_id} className={css.noted}>
                <span className={css.by}>
                  {kind === 'callback' && `${t(($) => $.conversation.kinds.callback)} · `}
                  {kind === 'escalated' ? t(($) => $.log.system) : author || t(($) => $.conversation.gone)} ·{' '}
                  <Age at={time} />
                </span>
                {(kind === 'escalated' || kind === 'transferred') && (
                  <p className={css.words}>{t(($) => $.log[kind], { to: nameOf(order, levels_up ?? 0) })}</p>
                )}
                {text !== '' && <p className={css.words}>{text}</p>}
                <LinePhotos order_id={order.order_id} line={line} />
              </li>
            )
          })}
        </ol>
      )}
      {!order.erased && (
        <WriteArea
          label={t(($) => $.notes.text)}
          hint={t(($) => $.notes.hint)}
          send={t(($) => $.notes.add)}
          missing_permission={missing_permission}
          onSend={(body) => note.mutateAsync({ params: { id: order.order_id }, body })}
          onSent={() => notify.success(t(($) => $.notes.added))}
        />
      )}
    </Panel>
  )
}

import { api } from '@heatfleet/contract/api.ts'
import type { OrderDetail, OrderLine } from '@heatfleet/contract/service-orders/row.ts'
import { queryClient, useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Photo, Photos } from '../../ui/photos.tsx'
import { CannedPicker } from './canned-picker.tsx'
import { LinePhotos } from './line-photos.tsx'
import css from './orders.module.css'
import { AttachVideo, Videos } from './videos.tsx'
import { WriteArea } from './write-area.tsx'

/** The problem, what was answered and asked back, oldest first, and the next answer. */
export function Conversation({ order }: { order: OrderDetail }) {
  const t = useMessages('service-orders')
  const notify = useNotify()
  const missing_permission = useMissingPermission('order:reply')
  const reply = useChange(api.orderReply)
  const { order_id: id, status, respondent, source, erased } = order
  const person = respondent || t(($) => $.conversation.person)
  const spoken = order.lines.filter(({ kind }) => kind === 'answer' || kind === 'reply')
  return (
    <Panel title={t(($) => $.conversation.title)}>
      <ol className={css.talk}>
        <li className={css.said} data-by={source === 'app' || source === 'phone' ? 'person' : 'service'}>
          <span className={css.by}>
            {source === 'app' ? person : t(($) => $.sources[source])} · <Age at={order.feedback_time} />
          </span>
          <p className={css.words}>{erased ? t(($) => $.erased) : order.problem}</p>
          <Photos
            count={order.pictures}
            of={(picture_no) => <Picture key={picture_no} id={id} picture_no={picture_no} />}
          />
          {order.videos > 0 && <Videos order={order} />}
        </li>
        {spoken.map((line) => (
          <Said key={line.line_id} id={id} line={line} person={person} />
        ))}
      </ol>
      {spoken.length === 0 && !erased && <p className={css.weak}>{t(($) => $.conversation.none)}</p>}
      {status === 'resolved' ? (
        <p className={css.weak}>{t(($) => $.conversation.closed)}</p>
      ) : (
        <WriteArea
          label={t(($) => $.conversation.answer)}
          hint={t(($) => $.conversation.answer_hint)}
          send={t(($) => $.conversation.send)}
          missing_permission={missing_permission}
          answers={spoken}
          above={(insert) => <CannedPicker order={order} onPick={insert} />}
          onSend={async (written) => {
            try {
              await reply.mutateAsync({ params: { id }, body: { ...written, seen_line: spoken.at(-1)?.line_id ?? 0 } })
            } catch (refused) {
              // Shows what was answered meanwhile.
              void queryClient.invalidateQueries({ queryKey: ['order'] })
              throw refused
            }
          }}
          onSent={() => notify.success(t(($) => $.conversation.sent))}
        />
      )}
      <div className={css.attach}>
        <AttachVideo order={order} />
      </div>
    </Panel>
  )
}

function Said({ id, line, person }: { id: number; line: OrderLine; person: string }) {
  const t = useMessages('service-orders')
  const author = line.kind === 'reply' ? person : line.author || t(($) => $.conversation.gone)
  return (
    <li className={css.said} data-by={line.kind === 'reply' ? 'person' : 'service'}>
      <span className={css.by}>
        {author} · <Age at={line.time} />
      </span>
      <p className={css.words}>{line.text}</p>
      <LinePhotos order_id={id} line={line} />
    </li>
  )
}

function Picture({ id, picture_no }: { id: number; picture_no: number }) {
  const { data, error } = useRead(api.orderPicture, { params: { id, picture_no } }, { staleTime: Infinity })
  return <Photo n={picture_no} picture={data?.picture} failed={error !== null} />
}

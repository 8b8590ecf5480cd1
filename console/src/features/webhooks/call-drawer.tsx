import { api } from '@heatfleet/contract/api.ts'
import type { WebhookCallDetail } from '@heatfleet/contract/webhooks/webhook-call.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatTime } from '../../ui/format.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { CALL_TONES } from './call-list.tsx'
import css from './webhooks.module.css'

const WIDTH_PX = 620

/** One call with what was sent and each attempt. */
export function CallDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useMessages('webhooks')
  const { data, error, refetch } = useRead(api.webhookCall, { params: { id } })
  const subject = data === undefined ? '' : data.subject || t(($) => $.events[data.event])
  return (
    <Drawer open width={WIDTH_PX} title={t(($) => $.call.title, { subject })} onClose={onClose}>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} needs="webhook:view" onRetry={() => void refetch()} />
        )
      ) : (
        <Detail call={data} />
      )}
    </Drawer>
  )
}

function Detail({ call }: { call: WebhookCallDetail }) {
  const t = useMessages('webhooks')
  const lang = useLanguage()
  const time = (at: string | null) => (at === null ? null : formatTime(at, lang))
  return (
    <div className={css.fields}>
      <Facts
        items={[
          { label: t(($) => $.columns.webhook_name), value: call.webhook_name },
          { label: t(($) => $.columns.event), value: t(($) => $.events[call.event]) },
          {
            label: t(($) => $.columns.state),
            value: <StateChip tone={CALL_TONES[call.state]}>{t(($) => $.call_states[call.state])}</StateChip>,
          },
          { label: t(($) => $.columns.created_time), value: time(call.created_time) },
          { label: t(($) => $.columns.sent_time), value: time(call.sent_time) },
          { label: t(($) => $.columns.due_time), value: time(call.due_time) },
          { label: t(($) => $.columns.message_id), wide: true, value: <code translate="no">{call.message_id}</code> },
        ]}
      />
      <section aria-label={t(($) => $.call.body)}>
        <h3 className={css.small_title}>{t(($) => $.call.body)}</h3>
        {call.body === null ? (
          <p className={css.weak}>{t(($) => $.call.no_body)}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <pre className={css.body} translate="no" tabIndex={0}>
            {JSON.stringify(JSON.parse(call.body), null, 2)}
          </pre>
        )}
      </section>
      <section aria-label={t(($) => $.call.attempts)}>
        <h3 className={css.small_title}>{t(($) => $.call.attempts)}</h3>
        {call.log.length === 0 && <p className={css.weak}>{t(($) => $.call.no_attempts)}</p>}
        <ol className={css.log}>
          {call.log.map(({ attempt_no, at, reason, status, answer, took_ms }) => (
            <li key={attempt_no}>
              <span>{t(($) => $.call.attempt, { number: attempt_no })}</span>
              <span className={css.weak}>{time(at)}</span>
              <StateChip tone={reason === null ? 'ok' : 'bad'}>
                {reason === null ? t(($) => $.call.accepted) : t(($) => $.reasons[reason])}
              </StateChip>
              <span className={css.weak}>{`${took_ms} ms`}</span>
              {(status !== null || answer !== '') && (
                <code translate="no">{reason === null ? `${status} ${answer}`.trim() : answer}</code>
              )}
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

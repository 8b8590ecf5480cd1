import { api } from '@heatfleet/contract/api.ts'
import type { SimulatedEvent } from '@heatfleet/contract/simulator/simulator.ts'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format.ts'
import { BoltIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { StateChip, type Tone } from '../../ui/status.tsx'
import { type SimulatedProducts, useEventText } from './event-text.ts'
import css from './simulator.module.css'

const TONES = { planned: 'accent', active: 'warn', over: 'neutral', taken_back: 'neutral' } as const satisfies Record<
  SimulatedEvent['state'],
  Tone
>

/** What is planted and what was, the newest first; what is not over is taken back with one click. */
export function EventsPanel({ events, products }: { events: readonly SimulatedEvent[]; products: SimulatedProducts }) {
  const t = useMessages('simulator')
  const lang = useLanguage()
  const { what, where } = useEventText(products)
  return (
    <Panel flush title={t(($) => $.events_title)}>
      <PlainTable
        label={t(($) => $.events_title)}
        rows={events}
        keyOf={({ event_id }) => event_id}
        empty={<NeverAny icon={BoltIcon} title={t(($) => $.events_none)} text={t(($) => $.events_none_hint)} />}
        columns={[
          { key: 'what', title: t(($) => $.event_columns.what), least_px: 170, cell: what },
          {
            key: 'state',
            title: t(($) => $.event_columns.state),
            cell: ({ state }) => <StateChip tone={TONES[state]}>{t(($) => $.states[state])}</StateChip>,
          },
          {
            key: 'where',
            title: t(($) => $.event_columns.where),
            least_px: 150,
            cell: (event) => (
              <>
                {where(event)}
                <span className={css.weak}>
                  {' · '}
                  {t(($) => $.units_of, { count: event.units })}
                  {event.state === 'active' && event.offline > 0 && (
                    <>
                      {' · '}
                      {t(($) => $.offline_of, { count: event.offline })}
                    </>
                  )}
                </span>
              </>
            ),
          },
          {
            key: 'starts',
            title: t(($) => $.event_columns.starts),
            cell: ({ starts_time }) => formatTime(starts_time, lang, 'minute'),
          },
          {
            key: 'ends',
            title: t(($) => $.event_columns.ends),
            cell: ({ ends_time, ended_time }) => formatTime(ended_time ?? ends_time, lang, 'minute'),
          },
          {
            key: 'by',
            title: t(($) => $.event_columns.by),
            cell: ({ created_by, ended_by }) => (
              <>
                {created_by}
                {ended_by !== null && ended_by !== created_by && (
                  <span className={css.weak}> · {t(($) => $.taken_back_by, { name: ended_by })}</span>
                )}
              </>
            ),
          },
          {
            key: 'actions',
            title: t(($) => $.event_columns.actions),
            actions: true,
            cell: (event) =>
              event.state === 'planned' || event.state === 'active' ? (
                <TakeBack event={event} what={what(event)} />
              ) : null,
          },
        ]}
      />
    </Panel>
  )
}

function TakeBack({ event: { event_id }, what }: { event: SimulatedEvent; what: string }) {
  const t = useMessages('simulator')
  const notify = useNotify()
  const errorText = useErrorText()
  const missing = useMissingPermission('sim:run')
  const takeBack = useChange(api.takeBackEvent)
  const run = async () => {
    try {
      await takeBack.mutateAsync({ body: { event_id } })
      notify.success(t(($) => $.taken_back))
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  return (
    <Button
      size="small"
      busy={takeBack.isPending}
      disabledReason={missing}
      label={t(($) => $.take_back_of, { what })}
      onClick={() => void run()}
    >
      {t(($) => $.take_back)}
    </Button>
  )
}

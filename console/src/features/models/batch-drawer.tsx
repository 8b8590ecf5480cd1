import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ModelActionKind } from '@heatfleet/contract/models/actions.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useWatch } from '../../cloud/live.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { UNKNOWN } from '../../ui/format.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import { ActionProgress, isOpen } from './action-state.tsx'
import css from './models.module.css'
import { useProductNames } from './product-names.ts'

export type Batch = ResultOf<typeof api.modelBatch>
type Item = Batch['list'][number]

/** Results are pushed; this finds those that a lost connection missed, ms. */
const SAFETY_MS = 10_000
const SUCCEEDED: readonly string[] = ['effective', 'recognized']

type Props = {
  batch_id: number
  /** As it was started: what was refused then is known from its answer alone. */
  started: Batch | null
  onOther: (batch: Batch) => void
  onClose: () => void
}

/** How far a batch is and what became of each device; stopped while it runs, its failed ones tried again when it is over. */
export function BatchDrawer({ batch_id, started, onOther, onClose }: Props) {
  const t = useMessages('models')
  const notify = useNotify()
  const refused = (started?.list ?? []).filter(({ action }) => action === null)
  const has_actions = started === null || refused.length < started.list.length
  const read = useRead(
    api.modelBatchInfo,
    { query: { batch_id } },
    { enabled: has_actions, refetchInterval: (batch) => (batch?.list.some(isItemOpen) === false ? false : SAFETY_MS) },
  )
  const items = [
    ...(read.data?.list ?? (has_actions ? (started?.list ?? []).filter(({ action }) => action) : [])),
    ...refused,
  ]
  useWatch(
    items
      .filter(isItemOpen)
      .map(({ mac }) => mac)
      .slice(0, LIMITS.push_watched_devices),
  )
  const stop = useChange(api.modelBatchStop)
  const retry = useChange(api.modelBatchRetry)
  const { busy, problem, send } = usePendingRequest()
  const body = { batch_id }
  const is_open = items.some(isItemOpen)
  const failed = items.filter(({ action }) => action !== null && !isOpen(action) && !SUCCEEDED.includes(action.state))
  const kind: ModelActionKind = items.find(({ action }) => action !== null)?.action?.kind ?? 'detect'
  return (
    <Drawer
      open
      width={820}
      title={t(($) => $.batch.title, { action: t(($) => $.kinds[kind]), number: batch_id })}
      onClose={onClose}
      footer={
        <>
          <Problem problem={problem} />
          {is_open ? (
            <Button
              busy={busy}
              onClick={() =>
                send(async () => {
                  const { stopped } = await stop.mutateAsync({ body })
                  notify.info(t(($) => $.batch.stopped, { count: stopped }))
                })
              }
            >
              {t(($) => $.batch.stop)}
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={busy}
              disabled={failed.length === 0}
              onClick={() => send(async () => onOther(await retry.mutateAsync({ body })))}
            >
              {t(($) => $.batch.retry)}
            </Button>
          )}
        </>
      }
    >
      {items.length === 0 && read.error !== null ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : items.length === 0 && read.isPending ? (
        <Loading />
      ) : (
        <div className={css.batch}>
          <Progress items={items} refused={refused.length} failed={failed.length} />
          <Items items={items} />
        </div>
      )}
    </Drawer>
  )
}

const isItemOpen = ({ action }: Item): boolean => action !== null && isOpen(action)

function Progress({ items, refused, failed }: { items: readonly Item[]; refused: number; failed: number }) {
  const t = useMessages('models')
  const total = items.length
  const ended = items.filter((item) => !isItemOpen(item)).length
  const text = t(($) => $.batch.progress, { ended, total })
  return (
    <div className={css.head} role="status">
      <progress className={css.bar} max={Math.max(1, total)} value={ended} aria-label={text} />
      <b>{text}</b>
      <span>{t(($) => $.batch.counts, { ok: ended - failed - refused, failed, refused })}</span>
    </div>
  )
}

function Items({ items }: { items: readonly Item[] }) {
  const t = useMessages('models')
  const codeText = useCodeText()
  const nameOf = useProductNames()
  return (
    <PlainTable<Item>
      label={t(($) => $.columns.result)}
      rows={items}
      keyOf={({ mac }) => mac}
      empty={<NeverAny title={t(($) => $.batch.none)} />}
      columns={[
        { key: 'mac', title: t(($) => $.columns.mac), cell: ({ mac }) => <Identifier id={mac} inTable /> },
        {
          key: 'state',
          title: t(($) => $.columns.result),
          cell: ({ action }) =>
            action === null ? (
              <StateChip tone="neutral" shape="dashed">
                {t(($) => $.batch.refused)}
              </StateChip>
            ) : (
              <ActionProgress action={action} />
            ),
        },
        {
          key: 'model',
          title: t(($) => $.set.model),
          cell: ({ action }) => (action?.to_pk === null || action === null ? UNKNOWN : nameOf(action.to_pk)),
        },
        {
          key: 'reason',
          title: t(($) => $.columns.reason),
          least_px: 220,
          cell: ({ action, result }) => {
            if (result !== 'ok') return codeText(result)
            const reason = action?.reason ?? null
            return reason === null ? UNKNOWN : t(($) => $.reasons[reason])
          },
        },
      ]}
    />
  )
}

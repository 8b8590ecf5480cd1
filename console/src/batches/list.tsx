import { api } from '@heatfleet/contract/api.ts'
import type { BatchItem } from '@heatfleet/contract/batches/batches.ts'
import { listOf } from '../lists/list.ts'
import { useCodeText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { defaultParam } from '../ui/filter-bar-params.ts'
import { ListIcon } from '../ui/icons.tsx'
import { StateChip } from '../ui/status.tsx'
import { BatchProgress, BatchStateChip } from './batch-state.tsx'
import styles from './batches.module.css'
import { FOLLOW_MS, followBatches, isOpen } from './use-batches.ts'

const own = listOf(api.batchList, 'batches')

/** The own batches, the newest first. */
export const batches = own.list({
  name: null,
  label: ({ t }) => t(($) => $.title),
  key: ({ batch_id }) => String(batch_id),
  title: ({ action }, { t }) => t(($) => $.actions[action]),
  summary: ({ t }, count) => t(($) => $.total, { count }),
  never: ({ t }) => ({ icon: ListIcon, title: t(($) => $.none), text: t(($) => $.none_hint) }),
  page_sizes: [20, 50, 100],
  sorted: { by: 'created_at', order: 'desc' },
  refetch_ms: followBatches,
  filters: {},
  columns: {
    action: own.column.word(240, ({ t }) => t(($) => $.actions, { returnObjects: true }), {
      fixed: 'start',
      grows: true,
      always: true,
    }),
    state: own.column.custom(110, (batch) => <BatchStateChip batch={batch} />),
    progress: own.column.custom(160, (batch) => <BatchProgress batch={batch} />),
    done: own.column.number(90),
    failed: own.column.number(90),
    created_at: own.column.age(110, { title: ({ t }) => t(($) => $.columns.created) }),
  },
})

/** Which objects of a batch are shown. */
export const ONLY = ['all', 'failed', 'ok', 'open'] as const

const item = listOf(api.batchItems, 'batches', ({ batch_id }: { batch_id: number }) => ({ batch_id }))

/** What became of each object of a batch, in the order in which they have their turn. */
export const batchItems = item.list({
  name: null,
  needs: 'account:view',
  label: ({ t }) => t(($) => $.result),
  key: ({ position }) => String(position),
  title: ({ name, object_id }) => name || String(object_id),
  path_params: ({ batch_id }) => ({ id: batch_id }),
  summary: ({ t }, _, { batch: { done, failed, total } }) => t(($) => $.counts, { done, failed, total }),
  never: ({ t }) => ({ title: t(($) => $.nothing) }),
  page_sizes: [50, 100, 999],
  sorted: { by: 'position', order: 'asc' },
  refetch_ms: (data) => (data === undefined || isOpen(data.batch) ? FOLLOW_MS : false),
  also: { only: defaultParam(ONLY, 'all') },
  body: ({ only }) => (only === 'all' ? {} : { only }),
  filters: {},
  columns: {
    name: item.column.textOf(200, ({ name, object_id }, { t }) => name || t(($) => $.outside, { id: object_id }), {
      title: ({ t }) => t(($) => $.object),
      always: true,
      exports: ['position', 'name'],
    }),
    result: item.column.custom(440, ({ result }) => <ItemResult result={result} />, {
      title: ({ t }) => t(($) => $.result),
      always: true,
    }),
  },
  export: { kind: 'batch-items', needs: null, also: ({ batch_id }) => ({ batch_id }) },
})

function ItemResult({ result }: Pick<BatchItem, 'result'>) {
  const t = useMessages('batches')
  const codeText = useCodeText()
  if (result === 'ok')
    return (
      <StateChip tone="ok" shape="filled">
        {t(($) => $.ok)}
      </StateChip>
    )
  if (result === null)
    return (
      <StateChip tone="neutral" shape="hollow">
        {t(($) => $.waiting)}
      </StateChip>
    )
  return (
    <span className={styles.refused} title={codeText(result)}>
      <StateChip tone="bad" shape="triangle">
        {t(($) => $.refused)}
      </StateChip>{' '}
      {codeText(result)}
    </span>
  )
}

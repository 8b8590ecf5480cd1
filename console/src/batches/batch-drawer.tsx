import { api } from '@heatfleet/contract/api.ts'
import type { BatchItem } from '@heatfleet/contract/batches/batches.ts'
import { useEffect, useMemo, useState } from 'react'
import { useChange, useRead } from '../cloud/call.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { useExportColumns } from '../exports/export-columns.ts'
import { useCodeText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { type Column, defaultLayout } from '../ui/data-table-columns.ts'
import { Drawer } from '../ui/drawer.tsx'
import { statusOf } from '../ui/list-status.tsx'
import { Problem } from '../ui/problem.tsx'
import { NeverAny } from '../ui/states.tsx'
import { StateChip } from '../ui/status.tsx'
import { QuickTabs } from '../ui/tabs.tsx'
import { usePendingRequest } from '../ui/use-pending-request.ts'
import { BatchProgress, BatchStateChip } from './batch-state.tsx'
import styles from './batches.module.css'
import { FOLLOW_MS, fetchChanged, isOpen } from './use-batches.ts'

const ONLY = ['all', 'failed', 'ok', 'open'] as const
const SHOWN_AT_FIRST = ['position', 'name', 'result'] as const
const PAGE_SIZES = [50, 100, 999] as const

/** How far a batch is and what became of each object; stopped while it runs, tried again when it is over. */
export function BatchDrawer(props: { batch_id: number; onOther: (batch_id: number) => void; onClose: () => void }) {
  const t = useMessages('batches')
  const [only, setOnly] = useState<(typeof ONLY)[number]>('all')
  const [paging, setPaging] = useState<{ pageNo: number; size: number }>({ pageNo: 1, size: PAGE_SIZES[0] })
  const [follow, setFollow] = useState(true)
  const params = { id: props.batch_id }
  const read = useRead(
    api.batchItems,
    { params, query: paging, body: only === 'all' ? {} : { only } },
    { placeholder: 'keep', refetchInterval: follow ? FOLLOW_MS : false },
  )
  const batch = read.data?.batch
  const is_open = batch === undefined || isOpen(batch)
  if (follow !== is_open) setFollow(is_open)
  // A short one is over before the job centre has seen it under way.
  useEffect(() => {
    if (!is_open) fetchChanged()
  }, [is_open])
  const columns = useColumns()
  const written = useExportColumns('batch-items', SHOWN_AT_FIRST)
  const cancel = useChange(api.batchCancel)
  const retry = useChange(api.batchRetry)
  const { busy, problem, send } = usePendingRequest()
  const can_retry = batch !== undefined && !is_open && batch.done < batch.total
  return (
    <Drawer
      open
      width={760}
      title={batch === undefined ? t(($) => $.title) : t(($) => $.deeds[batch.deed])}
      onClose={props.onClose}
      footer={
        <>
          <Problem problem={problem} />
          {is_open ? (
            <Button busy={busy} onClick={() => send(() => cancel.mutateAsync({ params }))}>
              {t(($) => $.cancel)}
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={busy}
              disabled={!can_retry}
              onClick={() => send(async () => props.onOther((await retry.mutateAsync({ params })).batch_id))}
            >
              {t(($) => $.retry)}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.drawer}>
        {batch !== undefined && (
          <div className={styles.head}>
            <BatchStateChip batch={batch} />
            <BatchProgress batch={batch} />
          </div>
        )}
        <QuickTabs
          label={t(($) => $.show)}
          value={only}
          onChange={(next) => {
            setOnly(next)
            setPaging({ ...paging, pageNo: 1 })
          }}
          items={ONLY.map((key) => ({ key, label: t(($) => $.only[key]) }))}
        />
        <div className={styles.items}>
          <DataTable
            label={t(($) => $.result)}
            columns={columns}
            layout={defaultLayout(columns)}
            rows={read.data?.list ?? NO_ITEMS}
            keyOf={({ position }) => String(position)}
            nameOf={({ name, object_id }) => name || String(object_id)}
            total={read.data?.total ?? 0}
            status={statusOf(read, 'account:view')}
            empty={<NeverAny title={t(($) => $.nothing)} />}
            sort={AS_ASKED}
            onSort={() => {}}
            onOpen={() => {}}
            paging={paging}
            page_sizes={PAGE_SIZES}
            onPaging={(next) => setPaging({ ...paging, ...next })}
            tools={
              <ExportButton
                kind="batch-items"
                needs={null}
                filter={{ batch_id: props.batch_id, ...(only === 'all' ? {} : { only }) }}
                columns={written}
                total={read.data?.total ?? 0}
              />
            }
            summary={
              batch === undefined
                ? ''
                : t(($) => $.counts, { done: batch.done, failed: batch.failed, total: batch.total })
            }
          />
        </div>
      </div>
    </Drawer>
  )
}

const NO_ITEMS: readonly BatchItem[] = []
/** Objects stand in the order in which they have their turn. */
const AS_ASKED = { by: 'position', order: 'asc' } as const

const useColumns = (): Column<BatchItem>[] => {
  const t = useMessages('batches')
  const codeText = useCodeText()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t(($) => $.object),
        width_px: 200,
        always: true,
        cell: ({ name, object_id }) => name || t(($) => $.outside, { id: object_id }),
      },
      {
        key: 'result',
        title: t(($) => $.result),
        width_px: 440,
        always: true,
        cell: ({ result }) =>
          result === 'ok' ? (
            <StateChip tone="ok" shape="filled">
              {t(($) => $.ok)}
            </StateChip>
          ) : result === null ? (
            <StateChip tone="neutral" shape="hollow">
              {t(($) => $.waiting)}
            </StateChip>
          ) : (
            <span className={styles.refused} title={codeText(result)}>
              <StateChip tone="bad" shape="triangle">
                {t(($) => $.refused)}
              </StateChip>{' '}
              {codeText(result)}
            </span>
          ),
      },
    ],
    [t, codeText],
  )
}

import { runTestVectors } from '@heatfleet/contract/device-protocol/test-vectors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import type { TestVector } from '@heatfleet/contract/products/settings.ts'
import { useMemo, useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { UNKNOWN } from '../../../ui/format.ts'
import { PlusIcon } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { NeverAny } from '../../../ui/states.tsx'
import { StateChip } from '../../../ui/status.tsx'
import { DraftSettings } from '../draft-settings.tsx'
import { FindingList } from '../points/finding-list.tsx'
import type { DraftEditor } from '../points/use-draft.ts'
import css from '../products.module.css'
import { VectorDrawer } from './vector-drawer.tsx'

/** Test vectors, stored with the product: run here while editing, and again by each publication. */
export function VectorsPanel({ product }: { product: Product }) {
  return (
    <DraftSettings product={product}>
      {(editor, { test_vectors }, { points }) => <Vectors editor={editor} vectors={test_vectors} points={points} />}
    </DraftSettings>
  )
}

type VectorsProps = { editor: DraftEditor; vectors: readonly TestVector[]; points: readonly DataPoint[] }

function Vectors({ editor, vectors, points }: VectorsProps) {
  const t = useMessages('products')
  const missing_permission = useMissingPermission('datapoint:edit')
  // Index of the vector in the drawer; its length = a new one.
  const [opened, setOpened] = useState<number | null>(null)
  const findings = useMemo(() => vectors.map((vector) => runTestVectors(points, [vector])), [vectors, points])
  const keep = (test_vectors: TestVector[]) => editor.change({ settings: { test_vectors } })
  return (
    <Panel
      flush
      title={t(($) => $.bench.vectors.title)}
      note={
        <Button
          size="small"
          icon={PlusIcon}
          disabledReason={
            missing_permission ??
            (vectors.length >= LIMITS.test_vectors_max ? t(($) => $.bench.vectors.full) : undefined)
          }
          onClick={() => setOpened(vectors.length)}
        >
          {t(($) => $.bench.vectors.add)}
        </Button>
      }
    >
      <PlainTable
        label={t(($) => $.bench.vectors.title)}
        rows={vectors.map((vector, at) => ({ vector, at, found: findings[at] ?? [] }))}
        keyOf={({ at }) => at}
        empty={<NeverAny title={t(($) => $.bench.vectors.none)} text={t(($) => $.bench.vectors.none_hint)} />}
        columns={[
          { key: 'name', title: t(($) => $.bench.vectors.name), cell: ({ vector }) => vector.name },
          {
            key: 'frame',
            title: t(($) => $.bench.frame),
            cell: ({ vector }) => (
              <code className={`${css.key} ${css.frame}`} title={vector.frame}>
                {vector.frame}
              </code>
            ),
          },
          {
            key: 'start',
            title: t(($) => $.bench.vectors.start),
            align: 'end',
            cell: ({ vector }) => vector.start ?? UNKNOWN,
          },
          {
            key: 'expects',
            title: t(($) => $.bench.vectors.expects),
            align: 'end',
            cell: ({ vector }) => vector.expects.length,
          },
          {
            key: 'result',
            title: t(($) => $.bench.vectors.result),
            cell: ({ found }) =>
              found.length === 0 ? (
                <StateChip tone="ok" shape="filled">
                  {t(($) => $.bench.vectors.passes)}
                </StateChip>
              ) : (
                <FindingList findings={found} />
              ),
          },
          {
            key: 'actions',
            title: t(($) => $.bench.vectors.actions),
            actions: true,
            cell: ({ at }) => (
              <>
                <Button size="small" kind="text" onClick={() => setOpened(at)}>
                  {t(($) => $.bench.vectors.edit)}
                </Button>
                <Button
                  size="small"
                  kind="text"
                  disabledReason={missing_permission}
                  onClick={() => void keep(vectors.toSpliced(at, 1))}
                >
                  {t(($) => $.bench.vectors.remove)}
                </Button>
              </>
            ),
          },
        ]}
      />
      {opened !== null && (
        <VectorDrawer
          vector={vectors[opened] ?? { name: '', frame: '', start: null, expects: [] }}
          points={points}
          missing_permission={missing_permission}
          onKeep={(vector) => keep(vectors.toSpliced(opened, 1, vector))}
          onClose={() => setOpened(null)}
        />
      )}
    </Panel>
  )
}

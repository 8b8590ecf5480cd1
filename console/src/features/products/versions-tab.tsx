import { api } from '@heatfleet/contract/api.ts'
import type { ProductVersion } from '@heatfleet/contract/products/draft.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useSearchParams } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { authorText } from './product-texts.ts'
import css from './products.module.css'
import { VersionDiff } from './version-diff.tsx'

/** The published versions: compare any two or the draft, and revert to one. */
export function VersionsTab({ product }: { product: Product }) {
  const t = useMessages('products')
  const versions = useRead(api.productVersions, { params: { product_key: product.product_key } })
  const columns = useColumns(product)
  if (versions.data === undefined)
    return versions.error === null ? (
      <Loading />
    ) : (
      <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
    )
  return (
    <div className={css.parts}>
      <Panel flush>
        <PlainTable
          label={t(($) => $.tabs.versions)}
          columns={columns}
          rows={versions.data}
          keyOf={({ layout_id }) => layout_id}
          empty={<NeverAny title={t(($) => $.versions.none)} text={t(($) => $.versions.none_hint)} />}
        />
      </Panel>
      {versions.data.length > 0 && <VersionDiff product={product} versions={versions.data} />}
    </div>
  )
}

const useColumns = (product: Product): PlainColumn<ProductVersion>[] => {
  const t = useMessages('products')
  const lang = useLanguage()
  const revert = useRevert(product.product_key)
  const missing_permission = useMissingPermission('datapoint:edit')
  const [, setQuery] = useSearchParams()
  return [
    {
      key: 'version',
      title: t(($) => $.columns.version),
      cell: ({ version, in_use }) => (
        <span className={css.point}>
          <b>{`v${version}`}</b>
          {in_use && <StateChip tone="ok">{t(($) => $.versions.in_use)}</StateChip>}
        </span>
      ),
    },
    { key: 'at', title: t(($) => $.versions.at), cell: ({ published_at }) => <Age at={published_at} /> },
    { key: 'by', title: t(($) => $.versions.by), cell: ({ published_by }) => authorText(t, published_by) },
    {
      key: 'points',
      title: t(($) => $.versions.points),
      align: 'end',
      cell: ({ point_count }) => formatNumber(point_count, 0, lang),
    },
    {
      key: 'changes',
      title: t(($) => $.versions.changes),
      cell: ({ added, changed, removed }) => `+${added} ~${changed} −${removed}`,
    },
    { key: 'note', title: t(($) => $.versions.note), cell: ({ note }) => note || UNKNOWN },
    {
      key: 'actions',
      title: t(($) => $.columns.actions),
      actions: true,
      cell: ({ layout_id, version }) => (
        <>
          <Button
            size="small"
            kind="text"
            onClick={() =>
              setQuery((before) => {
                const after = new URLSearchParams(before)
                after.set('from', String(layout_id))
                after.delete('to')
                return after
              })
            }
          >
            {t(($) => $.versions.compare)}
          </Button>
          <Button
            size="small"
            kind="text"
            disabledReason={missing_permission}
            onClick={() => revert(layout_id, version)}
          >
            {t(($) => $.versions.revert)}
          </Button>
        </>
      ),
    },
  ]
}

/** Reverts the draft to a version after a confirmation; refused when the draft changed since this page was loaded. */
const useRevert = (product_key: string) => {
  const t = useMessages('products')
  const confirm = useConfirm()
  const notify = useNotify()
  const errorText = useErrorText()
  const revert = useChange(api.productRevert)
  const { data } = useRead(api.checkUpdate, { body: { product_key } })
  const confirmAndRevert = async (layout_id: number, version: number) => {
    const question = { title: t(($) => $.versions.revert_title, { version }), text: t(($) => $.versions.revert_text) }
    if (!(await confirm({ ...question, confirm: t(($) => $.versions.revert), danger: true }))) return
    if (data === undefined) return
    await revert.mutateAsync({ params: { product_key }, body: { revision: data.revision, layout_id } })
    notify.success(t(($) => $.versions.reverted, { version }))
  }
  return (layout_id: number, version: number) =>
    void confirmAndRevert(layout_id, version).catch((error: unknown) => notify.failed(errorText(error)))
}

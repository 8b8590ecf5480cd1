import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useState } from 'react'
import { useRead } from '../../../cloud/call.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useProductName } from '../../../messages/product-name.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { CheckboxGroupField, RadioGroupField, SelectField } from '../../../ui/field.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { type ConflictResolution, copiedPoints, groupsOf } from './copied-points.ts'
import css from './points.module.css'
import type { DraftEditor } from './use-draft.ts'

const CONFLICT_RESOLUTIONS = ['keep', 'replace'] as const satisfies readonly ConflictResolution[]

/** Copies points of another product into the draft, group by group. Mounted = open. */
export function CopyPoints(props: {
  product: Pick<Product, 'product_key'>
  own: readonly DataPoint[]
  editor: DraftEditor
  onClose: () => void
}) {
  const t = useMessages('products')
  const ui = useMessages('ui')
  const notify = useNotify()
  const nameOf = useProductName()
  const { own, editor, onClose } = props
  const products = useRead(api.productInfo, { query: { pageNo: 1, size: LIMITS.page_size_max } })
  const [source, setSource] = useState<string>()
  const [skipped_groups, setSkippedGroups] = useState<readonly string[]>([])
  const [on_conflict, setOnConflict] = useState<ConflictResolution>('keep')
  const draft = useRead(api.productDraft, { params: { product_key: source ?? '' } }, { enabled: source !== undefined })
  const theirs = source === undefined ? [] : (draft.data?.points ?? [])
  const groups = groupsOf(theirs)
  const chosen = groups.map(({ group }) => group).filter((group) => !skipped_groups.includes(group))
  const copied = copiedPoints(theirs, own, { groups: chosen, on_conflict })
  const count = copied.added.length + copied.replaced.length
  const missing =
    source === undefined
      ? t(($) => $.points.copy.source_first)
      : count === 0
        ? t(($) => $.points.copy.nothing)
        : own.length + copied.added.length > LIMITS.points_max
          ? t(($) => $.points.findings.too_many_points)
          : undefined
  const copy = async () => {
    onClose()
    if (await editor.change({ set: [...copied.added, ...copied.replaced] }))
      notify.success(t(($) => $.points.copy.done, { count }))
  }
  return (
    <Drawer
      open
      width={520}
      title={t(($) => $.points.copy.title)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind="primary" disabledReason={missing} onClick={() => void copy()}>
            {t(($) => $.points.copy.confirm, { count })}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <SelectField
          label={t(($) => $.points.copy.source)}
          required
          search
          loading={products.isPending}
          value={source}
          onChange={(key) => {
            setSource(key)
            setSkippedGroups([])
          }}
          options={(products.data?.list ?? [])
            .filter(({ product_key }) => product_key !== props.product.product_key)
            .map((product) => ({ value: product.product_key, label: nameOf(product) }))}
        />
        {source !== undefined && draft.data === undefined && draft.error === null && <Loading rows={4} />}
        {draft.error !== null && <ErrorState error={draft.error} onRetry={() => void draft.refetch()} />}
        {groups.length > 0 && (
          <>
            <CheckboxGroupField
              label={t(($) => $.points.fields.group_tag)}
              value={chosen}
              onChange={(now) =>
                setSkippedGroups(groups.map(({ group }) => group).filter((group) => !now.includes(group)))
              }
              options={groups.map(({ group, count: points }) => ({
                value: group,
                label: `${group || t(($) => $.points.copy.no_group)} · ${points}`,
              }))}
            />
            <RadioGroupField
              label={t(($) => $.points.copy.meeting)}
              value={on_conflict}
              onChange={setOnConflict}
              options={CONFLICT_RESOLUTIONS.map((value) => ({ value, label: t(($) => $.points.copy.meetings[value]) }))}
            />
            {copied.left > 0 && <p className={css.weak}>{t(($) => $.points.copy.left, { count: copied.left })}</p>}
          </>
        )}
      </div>
    </Drawer>
  )
}

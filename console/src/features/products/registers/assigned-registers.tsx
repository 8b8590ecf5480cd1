import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import type { ProductRegister } from '@heatfleet/contract/products/registers.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useChange, useRead } from '../../../cloud/call.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { useProductName } from '../../../messages/product-name.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { TypedConfirm } from '../../../ui/confirm-dialog.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { readParams, textParam, writeParams } from '../../../ui/filter-bar-params.ts'
import { formatNumber } from '../../../ui/format.ts'
import { choiceFilter, textFilter } from '../../../ui/list-filters.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { ErrorState, Loading, NeverAny, NoMatch } from '../../../ui/states.tsx'
import { productPath } from '../paths.ts'
import { authorText } from '../product-texts.ts'

/** Deletes a name after it was typed; shows how many devices lose their product. Mounted = open. */
function DeleteRegister({ register, onClose }: { register: ProductRegister; onClose: () => void }) {
  const t = useMessages('products')
  const notify = useNotify()
  const remove = useChange(api.deleteRegister)
  const { product_key, register_name, device_count } = register
  return (
    <TypedConfirm
      danger
      title={t(($) => $.registers.delete.title, { name: register_name })}
      text={t(($) => $.registers.delete.text, { count: device_count })}
      confirm={t(($) => $.registers.delete.action)}
      expected={register_name}
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ query: { product_key, register_name } })
        notify.success(t(($) => $.registers.delete.done, { name: register_name }))
        onClose()
      }}
    />
  )
}

const PARAMS = { name: textParam(LIMITS.register_name_max), product_key: textParam(LIMITS.product_key_max) }

/** Register names that controllers announce, with their product. */
export function AssignedRegisters({ products }: { products: readonly Product[] }) {
  const t = useMessages('products')
  const product_texts = useMessages('products')
  const lang = useLanguage()
  const productName = useProductName()
  const missing_permission = useMissingPermission('product:register-edit')
  const [removing, setRemoving] = useState<ProductRegister | null>(null)
  const [query, setQuery] = useSearchParams()
  const { data, error, refetch } = useRead(api.listRegister)
  const { name, product_key } = readParams(PARAMS, query)
  const change = (part: { name?: string; product_key?: string }) =>
    setQuery((newest) => writeParams(PARAMS, { ...readParams(PARAMS, newest), ...part }))
  const clear = () => change({ name: '', product_key: '' })
  const nameOf = (key: string) => {
    const product = products.find((one) => one.product_key === key)
    return product === undefined ? key : productName(product)
  }
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const rows = data.filter(
    (row) =>
      (product_key === '' || row.product_key === product_key) &&
      `${row.register_name} ${row.note}`.toLowerCase().includes(name.toLowerCase()),
  )
  return (
    <>
      <FilterBar
        onReset={clear}
        fields={[
          textFilter(
            'name',
            t(($) => $.registers.search),
            name,
            (value) => change({ name: value }),
          ),
          choiceFilter(
            'product_key',
            t(($) => $.registers.product),
            products.map((product) => ({ value: product.product_key, label: productName(product) })),
            product_key === '' ? undefined : product_key,
            (value = '') => change({ product_key: value }),
          ),
        ]}
      />
      <Panel flush title={t(($) => $.registers.count, { count: rows.length })}>
        <PlainTable
          label={t(($) => $.registers.tabs.known)}
          rows={rows}
          keyOf={({ register_name }) => register_name}
          empty={
            data.length > 0 ? (
              <NoMatch onClear={clear} />
            ) : (
              <NeverAny title={t(($) => $.registers.none)} text={t(($) => $.registers.none_hint)} />
            )
          }
          columns={[
            { key: 'name', title: t(($) => $.registers.name), cell: ({ register_name }) => <b>{register_name}</b> },
            {
              key: 'product',
              title: t(($) => $.registers.product),
              cell: (row) => <Link to={productPath(row.product_key)}>{nameOf(row.product_key)}</Link>,
            },
            { key: 'note', title: t(($) => $.registers.remark), cell: ({ note }) => note || '—' },
            {
              key: 'devices',
              title: t(($) => $.registers.devices),
              align: 'end',
              cell: ({ device_count }) => formatNumber(device_count, 0, lang),
            },
            {
              key: 'seen',
              title: t(($) => $.registers.seen),
              cell: ({ last_seen_at }) => (last_seen_at === null ? '—' : <Age at={last_seen_at} />),
            },
            {
              key: 'by',
              title: t(($) => $.registers.by),
              cell: ({ created_by }) => authorText(product_texts, created_by),
            },
            { key: 'at', title: t(($) => $.registers.at), cell: ({ created_at }) => <Age at={created_at} /> },
            {
              key: 'actions',
              title: t(($) => $.registers.actions),
              actions: true,
              cell: (row) => (
                <Button size="small" kind="text" disabledReason={missing_permission} onClick={() => setRemoving(row)}>
                  {t(($) => $.registers.delete.action)}
                </Button>
              ),
            },
          ]}
        />
      </Panel>
      {removing !== null && <DeleteRegister register={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

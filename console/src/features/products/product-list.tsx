import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import {
  NETWORK_TYPES,
  PLATFORMS,
  PRODUCT_CATEGORIES,
  PRODUCT_DATA_TYPES,
  PRODUCT_STATES,
  type Product,
} from '@heatfleet/contract/products/products.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { ListTable } from '../../lists/list-table.tsx'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { choiceParam, textParam } from '../../ui/filter-bar-params.ts'
import { ArrowUpIcon, PlusIcon } from '../../ui/icons.tsx'
import { placeParams, useListAddress } from '../../ui/list-address.ts'
import { choiceFilter, textFilter } from '../../ui/list-filters.tsx'
import { Page } from '../../ui/page.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { DeleteProduct } from './delete-product.tsx'
import { DisableProduct } from './disabled/disable-product.tsx'
import { ImportProduct } from './file/import-product.tsx'
import { type DialogRequest, useProductColumns } from './list-columns.tsx'
import { newProductPath, productPath } from './paths.ts'
import { useBasicsChoices } from './product-texts.ts'
import { PublishDialog } from './publish-dialog.tsx'

const SORTS = ['name', 'updated_at', 'device_count', 'point_count'] as const
const USES = ['enabled', 'disabled'] as const
const PARAMS = {
  product_name: textParam(LIMITS.product_name_max),
  product_key: textParam(LIMITS.product_key_max),
  category: choiceParam(PRODUCT_CATEGORIES),
  state: choiceParam(PRODUCT_STATES),
  network_type: choiceParam(NETWORK_TYPES),
  platform: choiceParam(PLATFORMS),
  data_type: choiceParam(PRODUCT_DATA_TYPES),
  use: choiceParam(USES),
  ...placeParams(SORTS, 'name'),
}

/** The products (product 3.23): find, open, copy, delete. */
export function Component() {
  const t = useMessages('products')
  const file = useMessages('products')
  const product_texts = useMessages('products')
  const navigate = useNavigate()
  const productName = useProductName()
  const choices = useBasicsChoices()
  const missing_permission = useMissingPermission('product:create')
  const [opened_dialog, setOpenedDialog] = useState<DialogRequest | null>(null)
  const [importing, setImporting] = useState(false)
  const { address, change, turn, clear, match, view, open } = useListAddress(PARAMS)
  const { pageNo, size, product_name, product_key, use, ...rest } = address
  const filter = {
    ...rest,
    ...(product_name === '' ? {} : { product_name }),
    ...(product_key === '' ? {} : { product_key }),
    ...(use === undefined ? {} : { disabled: use === 'disabled' }),
  }
  const read = useRead(api.productInfo, { query: { pageNo, size }, body: filter }, { placeholder: 'keep' })
  const columns = useProductColumns({ onOpenDialog: setOpenedDialog })
  const fields = [
    textFilter(
      'product_name',
      t(($) => $.columns.name),
      product_name,
      (value) => change({ product_name: value }),
    ),
    textFilter(
      'product_key',
      t(($) => $.columns.product_key),
      product_key,
      (value) => change({ product_key: value }),
    ),
    choiceFilter(
      'category',
      t(($) => $.columns.category),
      choices.categories,
      address.category,
      (category) => change({ category }),
    ),
    choiceFilter(
      'state',
      t(($) => $.columns.state),
      PRODUCT_STATES.map((value) => ({ value, label: t(($) => $.state[value]) })),
      address.state,
      (state) => change({ state }),
    ),
    choiceFilter(
      'use',
      product_texts(($) => $.disabled.use),
      USES.map((value) => ({ value, label: product_texts(($) => $.disabled.uses[value]) })),
      use,
      (next) => change({ use: next }),
    ),
    choiceFilter(
      'network_type',
      t(($) => $.columns.network_type),
      choices.networks,
      address.network_type,
      (network_type) => change({ network_type }),
    ),
    choiceFilter(
      'platform',
      t(($) => $.columns.platform),
      choices.platforms,
      address.platform,
      (platform) => change({ platform }),
    ),
    choiceFilter(
      'data_type',
      t(($) => $.columns.data_type),
      PRODUCT_DATA_TYPES.map((value) => ({ value, label: t(($) => $.data_type[value]) })),
      address.data_type,
      (data_type) => change({ data_type }),
    ),
  ]
  return (
    <Page
      fill
      title={t(($) => $.title)}
      actions={
        <>
          <SavedViews list="products" query={view} onOpen={open} />
          <Button icon={ArrowUpIcon} disabledReason={missing_permission} onClick={() => setImporting(true)}>
            {file(($) => $.file.open)}
          </Button>
          <Button
            kind="primary"
            icon={PlusIcon}
            disabledReason={missing_permission}
            onClick={() => void navigate(newProductPath())}
          >
            {t(($) => $.create)}
          </Button>
        </>
      }
    >
      <FilterBar fields={fields} onReset={clear} />
      <ListTable<Product>
        label={t(($) => $.title)}
        columns={columns}
        list="products"
        read={read}
        needs="product:view"
        keyOf={keyOf}
        nameOf={productName}
        pathOf={(row) => productPath(row.product_key)}
        address={address}
        change={turn}
        match={match}
        filtered={fields.some(({ chip }) => chip !== undefined)}
        onClear={clear}
        never={<NeverAny title={t(($) => $.never_any)} text={t(($) => $.never_any_hint)} />}
        summary={(count) => t(($) => $.count, { count })}
      />
      {importing && <ImportProduct onClose={() => setImporting(false)} />}
      {opened_dialog?.action === 'delete' && (
        <DeleteProduct product={opened_dialog.product} onClose={() => setOpenedDialog(null)} />
      )}
      {opened_dialog?.action === 'disable' && (
        <DisableProduct product={opened_dialog.product} onClose={() => setOpenedDialog(null)} />
      )}
      {opened_dialog?.action === 'publish' && (
        <PublishDialog product={opened_dialog.product} onClose={() => setOpenedDialog(null)} />
      )}
    </Page>
  )
}

const keyOf = ({ product_key }: Product): string => product_key

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
import { Link, useNavigate } from 'react-router'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { productName, useProductName } from '../../messages/product-name.ts'
import { UNKNOWN } from '../../ui/format.ts'
import { ArrowUpIcon, CloseIcon, CopyIcon, DownloadIcon, EyeIcon } from '../../ui/icons.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { StateChip } from '../../ui/status.tsx'
import { useDeleteBlocker } from './delete-product.tsx'
import { useDisableItem } from './disabled/disable-product.tsx'
import { useDownload } from './export-product.ts'
import { newProductPath, productPath } from './paths.ts'
import { ProductState, UnpublishedMark } from './product-state.tsx'
import { authorText, categoryText, networksText, platformsText } from './product-texts.ts'
import css from './products.module.css'
import { usePublishBlocker } from './publish-blocker.ts'

/** Actions with a confirmation: the list renders their dialogs. */
export type DialogRequest = { action: 'publish' | 'disable' | 'delete'; product: Product }
type OpenDialog = (opened: DialogRequest) => void

const { list, column, filter } = listOf(
  api.productInfo,
  'products',
  ({ onOpenDialog }: { onOpenDialog: OpenDialog }) => ({ onOpenDialog, words: useMessages('products') }),
)

/** The list of products (product 3.23). */
export const products = list({
  name: 'products',
  needs: 'product:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ product_key }) => product_key,
  title: (product, { lang }) => productName(product, lang),
  path: ({ product_key }) => productPath(product_key),
  summary: ({ t }, count) => t(($) => $.count, { count }),
  never: ({ t }) => ({ title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  sorts: ['name', 'updated_at', 'device_count', 'point_count'],
  sorted: { by: 'name', order: 'asc' },
  filters: {
    product_name: filter.text(LIMITS.product_name_max, { label: ({ t }) => t(($) => $.columns.name) }),
    product_key: filter.text(LIMITS.product_key_max),
    category: filter.choice(PRODUCT_CATEGORIES).text(({ t }, code) => t(($) => $.category[code])),
    state: filter.choice(PRODUCT_STATES).text(({ t }, code) => t(($) => $.state[code])),
    use: filter.choice(['enabled', 'disabled']).text(({ t }, code) => t(($) => $.disabled.uses[code]), {
      label: ({ t }) => t(($) => $.disabled.use),
      body: (use) => (use === undefined ? {} : { disabled: use === 'disabled' }),
    }),
    network_type: filter.choice(NETWORK_TYPES).text(({ t }, code) => t(($) => $.network[code])),
    platform: filter.choice(PLATFORMS).text(({ t }, code) => t(($) => $.platform[code])),
    data_type: filter.choice(PRODUCT_DATA_TYPES).text(({ t }, code) => t(($) => $.data_type[code])),
  },
  columns: {
    name: column.custom(
      230,
      (product, { lang }) => (
        <Link className={`${css.name} ${css.cut}`} to={productPath(product.product_key)}>
          {productName(product, lang)}
        </Link>
      ),
      { fixed: 'start', grows: true, always: true },
    ),
    english_name: column.text(180, { by_default: ({ lang }) => lang === 'zh' }),
    product_key: column.custom(170, ({ product_key }) => <Identifier id={product_key} inTable />),
    state: column.custom(152, (product) => <ProductState product={product} />),
    version: column.custom(214, (product, { t }) => (
      <span className={css.point}>
        {product.version === null ? UNKNOWN : `v${product.version}`}
        <UnpublishedMark product={product} />
        {product.built_in && <StateChip tone="neutral">{t(($) => $.built_in)}</StateChip>}
      </span>
    )),
    category: column.textOf(140, ({ category }, { words }) => categoryText(words, category)),
    network_type: column.textOf(100, (product, { words }) => networksText(words, product)),
    topology: column.textOf(110, ({ topology }, { t }) => t(($) => $.topology[topology]), { by_default: false }),
    solution: column.text(130, { by_default: false }),
    platform: column.textOf(150, (product, { words }) => platformsText(words, product), { by_default: false }),
    point_count: column.number(104),
    device_count: column.number(92),
    register_count: column.number(92, { by_default: false }),
    updated_by: column.textOf(120, ({ updated_by }, { words }) => authorText(words, updated_by), {
      by_default: false,
    }),
    updated_at: column.age(110),
    actions: column.actions((product, { onOpenDialog }) => (
      <ProductActions product={product} onOpenDialog={onOpenDialog} />
    )),
  },
})

function ProductActions({ product, onOpenDialog }: { product: Product; onOpenDialog: OpenDialog }) {
  const t = useMessages('products')
  const navigate = useNavigate()
  const nameOf = useProductName()
  const delete_blocker = useDeleteBlocker()(product)
  const missing_create_permission = useMissingPermission('product:create')
  const missing_export_permission = useMissingPermission('product:export')
  const publish_blocker = usePublishBlocker()(product)
  const disableItem = useDisableItem()
  const download = useDownload()
  const label = t(($) => $.actions_of, { name: nameOf(product) })
  return (
    <RowActions
      label={label}
      items={[
        {
          key: 'open',
          label: t(($) => $.actions.open),
          icon: EyeIcon,
          onSelect: () => void navigate(productPath(product.product_key)),
        },
        {
          key: 'copy',
          label: t(($) => $.actions.copy),
          icon: CopyIcon,
          disabledReason: missing_create_permission,
          onSelect: () => void navigate(newProductPath(product.product_key)),
        },
        {
          key: 'publish',
          label: t(($) => $.actions.publish),
          icon: ArrowUpIcon,
          disabledReason: publish_blocker,
          onSelect: () => onOpenDialog({ action: 'publish', product }),
        },
        {
          key: 'export',
          label: t(($) => $.actions.export_as, { format: 'JSON' }),
          icon: DownloadIcon,
          disabledReason: missing_export_permission,
          onSelect: () => download(product.product_key, 'json'),
        },
        { key: 'line', divider: true },
        disableItem(product, () => onOpenDialog({ action: 'disable', product })),
        {
          key: 'delete',
          label: t(($) => $.actions.delete),
          icon: CloseIcon,
          danger: true,
          disabledReason: delete_blocker,
          onSelect: () => onOpenDialog({ action: 'delete', product }),
        },
      ]}
    />
  )
}

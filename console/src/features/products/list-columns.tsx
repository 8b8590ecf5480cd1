import type { Product } from '@heatfleet/contract/products/products.ts'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { productName, useProductName } from '../../messages/product-name.ts'
import { ageColumn } from '../../ui/age-column.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { ArrowUpIcon, CloseIcon, CopyIcon, DownloadIcon, EyeIcon } from '../../ui/icons.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { actionsColumn, RowActions } from '../../ui/row-actions.tsx'
import { StateChip } from '../../ui/status.tsx'
import { useDeleteBlocker } from './delete-product.tsx'
import { useDisableItem } from './disabled/disable-product.tsx'
import { useDownload } from './export-product.ts'
import { newProductPath, productPath } from './paths.ts'
import { ProductState, UnpublishedMark } from './product-state.tsx'
import { authorText, categoryText, networksText, type ProductTexts, platformsText } from './product-texts.ts'
import css from './products.module.css'
import { usePublishBlocker } from './publish-blocker.ts'

/** Actions with a confirmation: the list renders their dialogs. */
export type DialogRequest = { action: 'publish' | 'disable' | 'delete'; product: Product }
type OpenDialog = (opened: DialogRequest) => void

/** Columns of the list of products in the order of product 3.23. */
export const useProductColumns = ({ onOpenDialog }: { onOpenDialog: OpenDialog }): readonly Column<Product>[] => {
  const t = useMessages('products')
  const lang = useLanguage()
  const product_texts = useMessages('products')
  return useMemo(() => columnsIn(t, product_texts, lang, onOpenDialog), [t, product_texts, lang, onOpenDialog])
}

type Language = ReturnType<typeof useLanguage>

const columnsIn = (
  t: ProductTexts,
  product_texts: ReturnType<typeof useMessages<'products'>>,
  lang: Language,
  onOpenDialog: OpenDialog,
): readonly Column<Product>[] => {
  const text = (
    key: 'english_name' | 'category' | 'network_type' | 'topology' | 'solution' | 'platform' | 'updated_by',
    width_px: number,
    read: (product: Product) => string,
  ): Column<Product> => ({
    key,
    title: t(($) => $.columns[key]),
    width_px,
    cell: (product) => (
      <span className={css.cut} title={read(product)}>
        {read(product) || UNKNOWN}
      </span>
    ),
    plain: read,
  })
  const count = (key: 'point_count' | 'device_count' | 'register_count', sort_key?: string): Column<Product> => ({
    key,
    title: t(($) => $.columns[key]),
    width_px: 92,
    align: 'end',
    sort_key,
    cell: (product) => formatNumber(product[key], 0, lang),
    plain: (product) => product[key],
  })
  return [
    {
      key: 'name',
      title: t(($) => $.columns.name),
      width_px: 230,
      fixed: 'start',
      grows: true,
      always: true,
      sort_key: 'name',
      cell: (product) => (
        <Link className={`${css.name} ${css.cut}`} to={productPath(product.product_key)}>
          {productName(product, lang)}
        </Link>
      ),
      plain: (product) => productName(product, lang),
    },
    { ...text('english_name', 180, ({ english_name }) => english_name), by_default: lang === 'zh' },
    {
      key: 'product_key',
      title: t(($) => $.columns.product_key),
      width_px: 170,
      cell: ({ product_key }) => <Identifier id={product_key} inTable />,
      plain: ({ product_key }) => product_key,
    },
    {
      key: 'state',
      title: t(($) => $.columns.state),
      width_px: 132,
      cell: (product) => <ProductState product={product} />,
      plain: ({ state, disabled }) => (disabled ? product_texts(($) => $.disabled.disabled) : t(($) => $.state[state])),
    },
    {
      key: 'version',
      title: t(($) => $.columns.version),
      width_px: 214,
      cell: (product) => (
        <span className={css.point}>
          {product.version === null ? UNKNOWN : `v${product.version}`}
          <UnpublishedMark product={product} />
          {product.built_in && <StateChip tone="neutral">{t(($) => $.built_in)}</StateChip>}
        </span>
      ),
      plain: ({ version }) => version,
    },
    text('category', 140, ({ category }) => categoryText(t, category)),
    text('network_type', 100, (product) => networksText(t, product)),
    { ...text('topology', 110, ({ topology }) => t(($) => $.topology[topology])), by_default: false },
    { ...text('solution', 130, ({ solution }) => solution), by_default: false },
    { ...text('platform', 150, (product) => platformsText(t, product)), by_default: false },
    count('point_count', 'point_count'),
    count('device_count', 'device_count'),
    { ...count('register_count'), by_default: false },
    { ...text('updated_by', 120, ({ updated_by }) => authorText(t, updated_by)), by_default: false },
    ageColumn(
      'updated_at',
      t(($) => $.columns.updated_at),
    ),
    actionsColumn(
      t(($) => $.columns.actions),
      (product) => <ProductActions product={product} onOpenDialog={onOpenDialog} />,
    ),
  ]
}

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

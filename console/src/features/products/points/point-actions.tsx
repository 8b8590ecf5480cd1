import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { ArrowDownIcon, ArrowUpIcon, CloseIcon, CopyIcon, EditIcon, type Icon, ListIcon } from '../../../ui/icons.tsx'
import { RowActions } from '../../../ui/row-actions.tsx'
import { isInWord } from './bit-table.ts'
import type { PointAction } from './point-columns.tsx'

const SIGNS = {
  edit: EditIcon,
  bits: ListIcon,
  duplicate: CopyIcon,
  up: ArrowUpIcon,
  down: ArrowDownIcon,
  delete: CloseIcon,
} as const satisfies Record<PointAction, Icon>
const ACTIONS = ['edit', 'bits', 'duplicate', 'up', 'down', 'delete'] as const satisfies readonly PointAction[]

/** Actions on one point, at the end of its row; texts come from the table, which loads them once for all rows. */
export function PointActions(props: {
  point: DataPoint
  label: string
  product_texts: Readonly<Record<PointAction, string>>
  onAction: (action: PointAction, point: DataPoint) => void
}) {
  const { point, label, product_texts, onAction } = props
  return (
    <RowActions
      label={label}
      items={ACTIONS.filter((action) => action !== 'bits' || isInWord(point)).map((action) => ({
        key: action,
        label: product_texts[action],
        icon: SIGNS[action],
        danger: action === 'delete',
        onSelect: () => onAction(action, point),
      }))}
    />
  )
}

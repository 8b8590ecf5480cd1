import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { ArrowDownIcon, ArrowUpIcon, CloseIcon, CopyIcon, EditIcon, type Icon, ListIcon } from '../../../ui/icons.tsx'
import { RowActions } from '../../../ui/row-actions.tsx'
import { isInWord } from './bit-table.ts'
import type { PointDeed } from './point-columns.tsx'

const SIGNS = {
  edit: EditIcon,
  bits: ListIcon,
  duplicate: CopyIcon,
  up: ArrowUpIcon,
  down: ArrowDownIcon,
  delete: CloseIcon,
} as const satisfies Record<PointDeed, Icon>
const DEEDS = ['edit', 'bits', 'duplicate', 'up', 'down', 'delete'] as const satisfies readonly PointDeed[]

/** Actions on one point, at the end of its row; texts come from the table, which loads them once for all rows. */
export function PointActions(props: {
  point: DataPoint
  label: string
  words: Readonly<Record<PointDeed, string>>
  onDeed: (deed: PointDeed, point: DataPoint) => void
}) {
  const { point, label, words, onDeed } = props
  return (
    <RowActions
      label={label}
      items={DEEDS.filter((deed) => deed !== 'bits' || isInWord(point)).map((deed) => ({
        key: deed,
        label: words[deed],
        icon: SIGNS[deed],
        danger: deed === 'delete',
        onSelect: () => onDeed(deed, point),
      }))}
    />
  )
}

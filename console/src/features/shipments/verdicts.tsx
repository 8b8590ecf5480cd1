import { isShipError, type ShipRow } from '@heatfleet/contract/shipments/shipments.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { StateChip } from '../../ui/status.tsx'
import css from './shipments.module.css'

/** More lines than a person reads; those with something to say come first. */
const SHOWN = 200

/** What would become of each unit. */
export function Verdicts({ rows }: { rows: readonly ShipRow[] }) {
  const t = useMessages('shipments')
  const nameOf = useProductName()
  const gravity = ({ problems }: ShipRow): number => (problems.some(isShipError) ? 0 : problems.length > 0 ? 1 : 2)
  const shown = rows.toSorted((a, b) => gravity(a) - gravity(b) || a.row - b.row).slice(0, SHOWN)
  const columns: PlainColumn<ShipRow>[] = [
    { key: 'row', title: t(($) => $.ship.line), align: 'end', cell: ({ row }) => row },
    { key: 'mac', title: t(($) => $.columns.mac), cell: ({ mac }) => mac },
    {
      key: 'product',
      title: t(($) => $.columns.product_name),
      least_px: 100,
      cell: (row) => nameOf({ name: row.product_name, english_name: row.product_english_name }),
    },
    {
      key: 'verdict',
      title: t(($) => $.ship.verdict),
      least_px: 150,
      cell: ({ problems, holder_name }) => (
        <span className={css.problems}>
          {problems.length === 0 && <StateChip tone="ok">{t(($) => $.ship.fine)}</StateChip>}
          {problems.map((problem) => (
            <StateChip key={problem} tone={isShipError(problem) ? 'bad' : 'warn'}>
              {t(($) => $.problems[problem], { holder: holder_name })}
            </StateChip>
          ))}
        </span>
      ),
    },
  ]
  return (
    <div className={css.verdicts}>
      <PlainTable label={t(($) => $.ship.verdicts)} columns={columns} rows={shown} keyOf={({ row }) => row} />
      {rows.length > SHOWN && <p className={css.more}>{t(($) => $.ship.more, { count: rows.length - SHOWN })}</p>}
    </div>
  )
}

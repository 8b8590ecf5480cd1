import type { ExportKind } from '@heatfleet/contract/exports/exports.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMessages } from '../../messages/messages.ts'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { ExportButton, type ExportButtonProps } from './export-button.tsx'

type SelectedProps<Kind extends ExportKind, Row> = Pick<ExportButtonProps<Kind>, 'kind' | 'needs' | 'columns'> & {
  selection: Selection<Row>
  total: number
  /** The filter for these alone. */
  only: (keys: string[]) => ExportButtonProps<Kind>['filter']
  /** The list's own filter, but for these. */
  except: (keys: string[]) => ExportButtonProps<Kind>['filter']
}

/** Exports what is selected in a list: rows ticked one by one, or all that match but those released by hand. */
export function ExportSelected<Kind extends ExportKind, Row>(props: SelectedProps<Kind, Row>) {
  const t = useMessages('exports')
  const { kind, needs, columns, selection, total, only, except } = props
  const named = selection.kind === 'some' ? [...selection.rows.keys()] : [...selection.except]
  return (
    <ExportButton<Kind>
      kind={kind}
      needs={needs}
      filter={selection.kind === 'some' ? only(named) : except(named)}
      columns={columns}
      total={countSelected(selection, total)}
      {...(named.length > LIMITS.filter_ids_max
        ? { disabledReason: t(($) => $.selected_max, { max: LIMITS.filter_ids_max }) }
        : {})}
    />
  )
}

import { api } from '@heatfleet/contract/api.ts'
import type { FaultCode } from '@heatfleet/contract/faults/codes.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useSearchParams } from 'react-router'
import { useRead } from '../../../cloud/call.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { choiceName, pointName } from '../../../points/readings.ts'
import { Button } from '../../../ui/button.tsx'
import { MultiSelectField } from '../../../ui/field.tsx'
import { UNKNOWN } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { type PlainColumn, PlainTable } from '../../../ui/plain-table.tsx'
import { NeverAny } from '../../../ui/states.tsx'
import { StateChip } from '../../../ui/status.tsx'
import { SeverityMark, useFaultName } from '../../faults/public.ts'
import { DraftSettings } from '../draft-settings.tsx'
import type { DraftEditor } from '../points/use-draft.ts'
import css from '../products.module.css'
import { MappingDrawer } from './mapping-drawer.tsx'
import { faultEntry, isBit, namedValuePoints, type ProductFault, productFaults } from './product-faults.ts'

/** Maps bits and values to fault codes and names (product 3.25). */
export function MappingTab({ product }: { product: Product }) {
  return (
    <DraftSettings product={product}>
      {(editor, { fault_sets }, { points }) => <Mapping editor={editor} fault_sets={fault_sets} points={points} />}
    </DraftSettings>
  )
}

type MappingProps = { editor: DraftEditor; fault_sets: string[]; points: readonly DataPoint[] }

function Mapping({ editor, fault_sets, points }: MappingProps) {
  const t = useMessages('products')
  const missing_permission = useMissingPermission('datapoint:edit')
  const [query, setQuery] = useSearchParams()
  const read = useRead(api.faultCodeList, { query: { pageNo: 1, size: LIMITS.page_size_max } })
  const faults = read.data?.list ?? []
  const opened = points.find(({ key }) => key === query.get('map'))
  const open = (key: string | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (key === null) after.delete('map')
      else after.set('map', key)
      return after
    })
  return (
    <div className={css.parts}>
      <Panel title={t(($) => $.fault_mapping.sets)}>
        <MultiSelectField
          label={t(($) => $.fault_mapping.sets_field)}
          hint={t(($) => $.fault_mapping.sets_hint)}
          value={fault_sets}
          disabled={missing_permission !== undefined}
          max={20}
          options={(read.data?.sets ?? []).map((value) => ({ value, label: value }))}
          onChange={(next) => void editor.change({ settings: { fault_sets: next } })}
        />
      </Panel>
      <Faults rows={productFaults(points)} faults={faults} sets={fault_sets} onOpen={open} />
      <States points={namedValuePoints(points)} onOpen={open} />
      {opened !== undefined && (
        <MappingDrawer
          key={opened.key}
          point={opened}
          codes={faults.filter(({ set_name }) => fault_sets.includes(set_name))}
          editor={editor}
          onClose={() => open(null)}
        />
      )}
    </div>
  )
}

type FaultsProps = {
  rows: readonly ProductFault[]
  faults: readonly FaultCode[]
  sets: readonly string[]
  onOpen: (key: string) => void
}

function Faults({ rows, faults, sets, onOpen }: FaultsProps) {
  const t = useMessages('products')
  const lang = useLanguage()
  const faultName = useFaultName()
  const faultOf = (fault: ProductFault) => faultEntry(faults, sets, fault.code)
  const unknown = rows.filter((fault) => faultOf(fault) === null).length
  return (
    <Panel
      flush
      title={t(($) => $.fault_mapping.faults)}
      note={
        unknown > 0 && (
          <StateChip tone="warn">{t(($) => $.fault_mapping.without_knowledge, { count: unknown })}</StateChip>
        )
      }
    >
      <PlainTable
        label={t(($) => $.fault_mapping.faults)}
        rows={rows}
        keyOf={({ point, value }) => `${point.key} ${value}`}
        empty={<NeverAny title={t(($) => $.fault_mapping.no_faults)} text={t(($) => $.fault_mapping.no_faults_hint)} />}
        columns={[
          {
            key: 'place',
            title: t(($) => $.fault_mapping.place),
            cell: ({ point }) => <code className={css.key}>{registerText(point)}</code>,
          },
          {
            key: 'value',
            title: t(($) => $.fault_mapping.value),
            align: 'end',
            cell: ({ point, value }) => value ?? (isBit(point) ? 1 - point.normal : UNKNOWN),
          },
          {
            key: 'name',
            title: t(($) => $.fault_mapping.name),
            cell: ({ names, point }) => names[lang] || names.en || point.key,
          },
          { key: 'code', title: t(($) => $.fault_mapping.code), cell: ({ code }) => code ?? UNKNOWN },
          {
            key: 'known',
            title: t(($) => $.fault_mapping.known),
            cell: (row) => {
              const fault = faultOf(row)
              if (fault === null) return <span className={css.weak}>{t(($) => $.fault_mapping.own_name)}</span>
              return (
                <span className={css.point}>
                  <SeverityMark severity={fault.severity} />
                  {faultName(fault)}
                </span>
              )
            },
          },
          useEditColumn(({ point }: ProductFault) => onOpen(point.key)),
        ]}
      />
    </Panel>
  )
}

function States({ points, onOpen }: { points: readonly DataPoint[]; onOpen: (key: string) => void }) {
  const t = useMessages('products')
  const lang = useLanguage()
  return (
    <Panel flush title={t(($) => $.fault_mapping.states)}>
      <PlainTable
        label={t(($) => $.fault_mapping.states)}
        rows={points}
        keyOf={({ key }) => key}
        empty={<NeverAny title={t(($) => $.fault_mapping.no_states)} text={t(($) => $.fault_mapping.no_states_hint)} />}
        columns={[
          {
            key: 'place',
            title: t(($) => $.fault_mapping.place),
            cell: (point) => <code className={css.key}>{registerText(point)}</code>,
          },
          { key: 'name', title: t(($) => $.fault_mapping.name), cell: (point) => pointName(point, lang) },
          {
            key: 'texts',
            title: t(($) => $.fault_mapping.texts),
            cell: (point) =>
              point.choices.length === 0 ? (
                <StateChip tone="warn">{t(($) => $.fault_mapping.no_texts)}</StateChip>
              ) : (
                point.choices.map(({ value }) => `${value} ${choiceName(point, value, lang)}`).join(' · ')
              ),
          },
          useEditColumn((point: DataPoint) => onOpen(point.key)),
        ]}
      />
    </Panel>
  )
}

const useEditColumn = <Row,>(onEdit: (row: Row) => void): PlainColumn<Row> => {
  const t = useMessages('products')
  const products = useMessages('products')
  return {
    key: 'actions',
    title: products(($) => $.columns.actions),
    actions: true,
    cell: (row) => (
      <Button size="small" kind="text" onClick={() => onEdit(row)}>
        {t(($) => $.fault_mapping.edit)}
      </Button>
    ),
  }
}

/** Function, register and bit, as in the board maker's register lists. */
const registerText = ({ data_type, query_cmd, address, bit }: DataPoint): string =>
  data_type === 'calc' ? UNKNOWN : `0${query_cmd} ${address}${bit === null ? '' : `.${bit}`}`

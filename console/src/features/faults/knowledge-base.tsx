import { api } from '@heatfleet/contract/api.ts'
import type { FaultCode, FaultFilter } from '@heatfleet/contract/faults/codes.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { FAULT_SEVERITIES } from '@heatfleet/contract/products/settings.ts'
import { SHEET_FORMATS } from '@heatfleet/contract/sheets.ts'
import { useSearchParams } from 'react-router'
import { call, useChange, useRead } from '../../cloud/call.ts'
import { ListTable } from '../../lists/list-table.tsx'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { choiceParam, textParam } from '../../ui/filter-bar-params.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { placeParams, useListAddress } from '../../ui/list-address.ts'
import { choiceFilter, textFilter } from '../../ui/list-filters.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { NeverAny } from '../../ui/states.tsx'
import { useFaultColumns } from './columns.tsx'
import { useCategoryText, useFaultName } from './fault-texts.ts'

/** Exports the matching codes as a file that can be imported again. */
function ExportFaults({ filter }: { filter: Omit<FaultFilter, 'fault_id'> }) {
  const t = useMessages('faults')
  const notify = useNotify()
  const errorText = useErrorText()
  const download = (format: (typeof SHEET_FORMATS)[number]) =>
    call(api.faultExport, { query: { ...filter, format } }).then(
      ({ file_name, blob }) => saveFile(file_name, blob),
      (error: unknown) => notify.error(errorText(error).message),
    )
  return (
    <DropdownMenu
      label={t(($) => $.export.action)}
      trigger={(button) => (
        <Button {...button} icon={DownloadIcon}>
          {t(($) => $.export.action)}
        </Button>
      )}
      items={SHEET_FORMATS.map((format) => ({
        key: format,
        label: t(($) => $.export.as, { format: format.toUpperCase() }),
        onSelect: () => void download(format),
      }))}
    />
  )
}

const PATH = '/product/fault-codes'
const PARAMS = {
  text: textParam(LIMITS.point_name_max),
  set_name: textParam(LIMITS.fault_code_max),
  severity: choiceParam(FAULT_SEVERITIES),
  category: textParam(LIMITS.fault_code_max),
  product_key: textParam(LIMITS.product_key_max),
  // The server has a single order: by set, then by code.
  ...placeParams(['code'], 'code'),
}

/** All fault codes by set and code. */
export function KnowledgeBase() {
  const t = useMessages('faults')
  const faultName = useFaultName()
  const [query] = useSearchParams()
  const { address, change, turn, clear, match, view, open } = useListAddress(PARAMS)
  const { pageNo, size, text, set_name, severity, category, product_key } = address
  const body = {
    ...(severity === undefined ? {} : { severity }),
    ...Object.fromEntries(
      Object.entries({ text, set_name, category, product_key }).filter(([, value]) => value !== ''),
    ),
  }
  const read = useRead(api.faultCodeList, { query: { pageNo, size }, body }, { placeholder: 'keep' })
  const fault_ids = (read.data?.list ?? []).map(({ fault_id }) => fault_id)
  const used = useRead(api.faultUses, { body: { fault_ids } }, { enabled: fault_ids.length > 0, placeholder: 'keep' })
  const uses = new Map((used.data ?? []).map((use) => [use.fault_id, use]))
  const columns = useFaultColumns({ onDelete: useDelete(), uses })
  const fields = useFilters(read.data ?? { sets: [], categories: [] }, address, change)
  return (
    <>
      <FilterBar fields={fields} onReset={clear}>
        <SavedViews list="fault-codes" query={view} onOpen={open} />
        <ExportFaults filter={body} />
      </FilterBar>
      <ListTable<FaultCode>
        label={t(($) => $.title)}
        columns={columns}
        list="fault-codes"
        read={read}
        needs="faultcode:view"
        keyOf={({ fault_id }) => String(fault_id)}
        nameOf={faultName}
        pathOf={({ fault_id }) => {
          const opened = new URLSearchParams(query)
          opened.set('fault', String(fault_id))
          return `${PATH}?${opened}`
        }}
        address={address}
        change={turn}
        match={match}
        filtered={fields.some(({ chip }) => chip !== undefined)}
        onClear={clear}
        never={<NeverAny title={t(($) => $.never_any)} text={t(($) => $.never_any_hint)} />}
        summary={(count) => t(($) => $.count, { count })}
      />
    </>
  )
}

type Address = ReturnType<typeof useListAddress<Filters>>['address']
type Filters = { [Name in keyof typeof PARAMS]: (typeof PARAMS)[Name]['empty'] }

const useFilters = (
  { sets, categories }: { sets: readonly string[]; categories: readonly string[] },
  { text, set_name, severity, category, product_key }: Address,
  change: (part: Partial<Filters>) => void,
) => {
  const t = useMessages('faults')
  const categoryText = useCategoryText()
  const productName = useProductName()
  const products = useRead(api.menuProducts)
  return [
    textFilter(
      'text',
      t(($) => $.search),
      text,
      (value) => change({ text: value }),
    ),
    choiceFilter(
      'product_key',
      t(($) => $.product),
      (products.data ?? []).map((product) => ({ value: product.product_key, label: productName(product) })),
      product_key === '' ? undefined : product_key,
      (value = '') => change({ product_key: value }),
    ),
    choiceFilter(
      'set_name',
      t(($) => $.fields.set_name),
      sets.map((value) => ({ value, label: value })),
      set_name === '' ? undefined : set_name,
      (value = '') => change({ set_name: value }),
    ),
    choiceFilter(
      'severity',
      t(($) => $.fields.severity),
      FAULT_SEVERITIES.map((value) => ({ value, label: t(($) => $.severities[value]) })),
      severity,
      (value) => change({ severity: value }),
    ),
    choiceFilter(
      'category',
      t(($) => $.fields.category),
      categories.map((value) => ({ value, label: categoryText(value) })),
      category === '' ? undefined : category,
      (value = '') => change({ category: value }),
    ),
  ]
}

const useDelete = () => {
  const t = useMessages('faults')
  const notify = useNotify()
  const errorText = useErrorText()
  const confirm = useConfirm()
  const faultName = useFaultName()
  const remove = useChange(api.faultCodeDelete)
  return async (fault: FaultCode) => {
    const name = `${fault.code} ${faultName(fault)}`
    if (!(await confirm({ title: t(($) => $.delete.title, { name }), danger: true }))) return
    await remove.mutateAsync({ params: { id: fault.fault_id } }).then(
      () => notify.success(t(($) => $.delete.done, { name })),
      (error: unknown) => notify.error(errorText(error).message),
    )
  }
}

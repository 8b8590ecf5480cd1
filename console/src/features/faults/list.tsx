import { api } from '@heatfleet/contract/api.ts'
import type { AdviceField, FaultCode } from '@heatfleet/contract/faults/codes.ts'
import type { FaultUse } from '@heatfleet/contract/faults/use.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { FAULT_SEVERITIES } from '@heatfleet/contract/products/settings.ts'
import { createContext, type ReactNode, useContext } from 'react'
import { useSearchParams } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { CutText } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useErrorText } from '../../messages/error-text.ts'
import type { Language } from '../../messages/language-code.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { useProductName } from '../../messages/product-name.ts'
import { useConfirm } from '../../ui/dialog.tsx'
import { UNKNOWN } from '../../ui/format.ts'
import { CloseIcon, EyeIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { StateChip } from '../../ui/status.tsx'
import { adviceStepsOf, faultNameIn, registerText, useFaultName } from './fault-texts.ts'
import css from './faults.module.css'
import { SeverityMark } from './severity-mark.tsx'

const PATH = '/product/fault-codes'

/** Products and alarms of the codes on this page, once fetched. */
export const FaultUses = createContext<ReadonlyMap<number, FaultUse>>(new Map())

/** Every answer names all sets and categories, whatever page and filters. */
const useGroups = () => useRead(api.faultCodeList, { query: { pageNo: 1, size: 1 }, body: {} }).data

const { list, column, filter } = listOf(api.faultCodeList, 'faults')

const stepsOf =
  (field: AdviceField) =>
  (fault: FaultCode, { lang }: { lang: Language }) =>
    adviceStepsOf(fault[field], lang).steps.join('; ')

/** The knowledge base of faults; the server has a single order: by set, then by code. */
export const faultCodes = list({
  name: 'fault-codes',
  needs: 'faultcode:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ fault_id }) => String(fault_id),
  title: (fault, { lang }) => faultNameIn(fault, lang),
  path: ({ fault_id }, query) => {
    const opened = new URLSearchParams(query)
    opened.set('fault', String(fault_id))
    return `${PATH}?${opened}`
  },
  summary: ({ t }, count) => t(($) => $.count, { count }),
  never: ({ t }) => ({ title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  titles: ({ t }) => t(($) => $.fields, { returnObjects: true }),
  filters: {
    text: filter.text(LIMITS.point_name_max, { label: ({ t }) => t(($) => $.search) }),
    product_key: filter.product({ label: ({ t }) => t(($) => $.product) }),
    set_name: filter.coded(LIMITS.fault_code_max, () =>
      (useGroups()?.sets ?? []).map((value) => ({ value, label: value })),
    ),
    severity: filter.choice(FAULT_SEVERITIES).text(({ t }, code) => t(($) => $.severities[code])),
    category: filter.coded(LIMITS.fault_code_max, ({ t }) => {
      const names: Readonly<Record<string, string>> = t(($) => $.categories, { returnObjects: true })
      return (useGroups()?.categories ?? []).map((value) => ({ value, label: names[value] ?? value }))
    }),
  },
  columns: {
    code: column.custom(90, ({ code }) => <b className={css.code}>{code}</b>, { fixed: 'start', always: true }),
    name: column.textOf(270, (fault, { lang }) => faultNameIn(fault, lang), { always: true, grows: true }),
    severity: column.custom(130, ({ severity }) => <SeverityMark severity={severity} />),
    category: column.word(170, ({ t }) => t(($) => $.categories, { returnObjects: true })),
    set_name: column.text(160),
    register: column.textOf(110, registerText),
    code_num: column.textOf(90, ({ code_num }) => String(code_num ?? ''), { by_default: false }),
    times: column.custom(150, (fault) => <Times fault={fault} />, {
      title: ({ t }) => t(($) => $.use.title),
      align: 'end',
    }),
    products: column.custom(200, (fault) => <Products fault={fault} />),
    causes: column.textOf(260, stepsOf('causes')),
    checks: column.textOf(260, stepsOf('checks'), { by_default: false }),
    remedies: column.textOf(260, stepsOf('remedies'), { by_default: false }),
    parts: column.textOf(200, ({ parts }) => parts.join(', '), { by_default: false }),
    origin: column.custom(110, ({ built_in }, { t }) => (
      <StateChip tone={built_in ? 'neutral' : 'accent'}>{t(($) => (built_in ? $.built_in : $.own))}</StateChip>
    )),
    actions: column.actions((fault) => <FaultActions fault={fault} />),
  },
})

/** How often it came, and on how many devices; a dash for never. */
function Times({ fault: { fault_id } }: { fault: FaultCode }): ReactNode {
  const t = useMessages('faults')
  const use = useContext(FaultUses).get(fault_id)
  if (use === undefined || use.times === 0) return UNKNOWN
  return `${t(($) => $.use.times, { count: use.times })} · ${t(($) => $.use.devices, { count: use.devices })}`
}

function Products({ fault: { fault_id } }: { fault: FaultCode }) {
  const productName = useProductName()
  const products = useContext(FaultUses).get(fault_id)?.products ?? []
  return <CutText text={products.map(productName).join(', ')} />
}

function FaultActions({ fault }: { fault: FaultCode }) {
  const t = useMessages('faults')
  const faultName = useFaultName()
  const remove = useDelete()
  const missing_permission = useMissingPermission('faultcode:edit')
  const [, setQuery] = useSearchParams()
  const label = t(($) => $.actions_of, { name: faultName(fault) })
  const locked_reason = fault.built_in ? t(($) => $.read_only) : missing_permission
  return (
    <RowActions
      label={label}
      items={[
        {
          key: 'open',
          label: t(($) => $.open),
          icon: EyeIcon,
          onSelect: () =>
            setQuery((before) => {
              const after = new URLSearchParams(before)
              after.set('fault', String(fault.fault_id))
              return after
            }),
        },
        {
          key: 'delete',
          label: t(($) => $.delete.action),
          icon: CloseIcon,
          danger: true,
          disabledReason: locked_reason,
          onSelect: () => void remove(fault),
        },
      ]}
    />
  )
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
      (error: unknown) => notify.failed(errorText(error)),
    )
  }
}

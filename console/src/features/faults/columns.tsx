import type { AdviceField, FaultCode } from '@heatfleet/contract/faults/codes.ts'
import type { FaultUse } from '@heatfleet/contract/faults/use.ts'
import { useSearchParams } from 'react-router'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { useProductName } from '../../messages/product-name.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { UNKNOWN } from '../../ui/format.ts'
import { CloseIcon, EyeIcon } from '../../ui/icons.tsx'
import { actionsColumn, RowActions } from '../../ui/row-actions.tsx'
import { StateChip } from '../../ui/status.tsx'
import { adviceStepsOf, useCategoryText, useFaultName } from './fault-texts.ts'
import css from './faults.module.css'
import { SeverityMark } from './severity-mark.tsx'

type OnDelete = (fault: FaultCode) => Promise<void>

/** Columns of the knowledge base. */
export const useFaultColumns = (props: {
  onDelete: OnDelete
  /** Products and alarms of the codes on this page, once fetched. */
  uses: ReadonlyMap<number, FaultUse>
}): readonly Column<FaultCode>[] => {
  const { onDelete, uses } = props
  const t = useMessages('faults')
  const faultName = useFaultName()
  const categoryText = useCategoryText()
  const lang = useLanguage()
  const productName = useProductName()
  const text = (
    key: 'set_name' | 'category' | 'products' | 'parts' | AdviceField | 'register' | 'code_num',
    width_px: number,
    read: (fault: FaultCode) => string,
  ): Column<FaultCode> => ({
    key,
    title: t(($) => $.fields[key]),
    width_px,
    cell: (fault) => (
      <span className={css.cut} title={read(fault)}>
        {read(fault) || '—'}
      </span>
    ),
    plain: read,
  })
  const advice = (field: AdviceField) => text(field, 260, (fault) => adviceStepsOf(fault[field], lang).steps.join('; '))
  const timesOf = ({ fault_id }: FaultCode): string => {
    const use = uses.get(fault_id)
    if (use === undefined || use.times === 0) return ''
    return `${t(($) => $.use.times, { count: use.times })} · ${t(($) => $.use.devices, { count: use.devices })}`
  }
  const productsOf = ({ fault_id }: FaultCode): string =>
    (uses.get(fault_id)?.products ?? []).map(productName).join(', ')
  return [
    {
      key: 'code',
      title: t(($) => $.fields.code),
      width_px: 90,
      fixed: 'start',
      always: true,
      cell: ({ code }) => <b className={css.code}>{code}</b>,
      plain: ({ code }) => code,
    },
    {
      key: 'name',
      title: t(($) => $.fields.name),
      width_px: 270,
      always: true,
      grows: true,
      cell: (fault) => (
        <span className={css.cut} title={faultName(fault)}>
          {faultName(fault)}
        </span>
      ),
      plain: faultName,
    },
    {
      key: 'severity',
      title: t(($) => $.fields.severity),
      width_px: 130,
      cell: ({ severity }) => <SeverityMark severity={severity} />,
      plain: ({ severity }) => t(($) => $.severities[severity]),
    },
    text('category', 170, ({ category }) => categoryText(category)),
    text('set_name', 160, ({ set_name }) => set_name),
    text('register', 110, placeOf),
    { ...text('code_num', 90, ({ code_num }) => String(code_num ?? '')), by_default: false },
    {
      key: 'times',
      title: t(($) => $.use.title),
      width_px: 150,
      align: 'end',
      cell: (fault) => timesOf(fault) || UNKNOWN,
      plain: timesOf,
    },
    text('products', 200, productsOf),
    advice('causes'),
    { ...advice('checks'), by_default: false },
    { ...advice('remedies'), by_default: false },
    { ...text('parts', 200, ({ parts }) => parts.join(', ')), by_default: false },
    {
      key: 'origin',
      title: t(($) => $.fields.origin),
      width_px: 110,
      cell: ({ built_in }) => <StateChip tone={built_in ? 'neutral' : 'accent'}>{originOf(t, built_in)}</StateChip>,
      plain: ({ built_in }) => originOf(t, built_in),
    },
    actionsColumn(
      t(($) => $.fields.actions),
      (fault) => <FaultActions fault={fault} onDelete={onDelete} />,
    ),
  ]
}

/** Register and bit, `7.0`; empty for a code identified by the number of a fault word. */
export const placeOf = ({ register, bit }: Pick<FaultCode, 'register' | 'bit'>): string =>
  register === null ? '' : bit === null ? String(register) : `${register}.${bit}`

const originOf = (t: ReturnType<typeof useMessages<'faults'>>, built_in: boolean): string =>
  built_in ? t(($) => $.built_in) : t(($) => $.own)

function FaultActions({ fault, onDelete }: { fault: FaultCode; onDelete: OnDelete }) {
  const t = useMessages('faults')
  const faultName = useFaultName()
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
          onSelect: () => void onDelete(fault),
        },
      ]}
    />
  )
}

import { api } from '@heatfleet/contract/api.ts'
import { DISTRIBUTOR_SORTS, type Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import { useNavigate } from 'react-router'
import { CutText } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import type { Language } from '../../messages/language-code.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { countryName } from '../../ui/countries.ts'
import { RegionField } from '../../ui/field.tsx'
import { defaultParam, numberParam, textParam } from '../../ui/filter-bar-params.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { useRegionName } from '../../ui/region-names.ts'
import { StateChip } from '../../ui/status.tsx'
import css from './distributors.module.css'
import { LevelMark } from './level-mark.tsx'
import { detailPath, newPath } from './paths.ts'
import { useProductNames } from './product-names.ts'
import { RowActions } from './row-actions.tsx'

export const VIEWS = ['table', 'coverage'] as const
const LEVELS = { '1': 1, '2': 2, '3': 3 } as const

const { list, column, filter } = listOf(api.agentList, 'distributors', (parent_id: number | undefined) => ({
  parent_id,
  regionName: useRegionName(),
  productNames: useProductNames(),
}))

/** The list of distributors (product 3.27): all in scope, or those directly below one. */
export const distributors = list({
  name: 'distributors',
  needs: 'agent:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ agent_id }) => String(agent_id),
  title: ({ agent_name }) => agent_name,
  path: ({ agent_id }) => detailPath(agent_id),
  summary: ({ t }, count) => t(($) => $.matching, { count }),
  never: ({ t, parent_id }) => ({
    title: t(($) => $.never_any),
    text: t(($) => $.never_any_hint),
    action: <NewDistributor parent_id={parent_id} />,
  }),
  sorts: DISTRIBUTOR_SORTS,
  sorted: { by: 'tree', order: 'asc' },
  also: { view: defaultParam(VIEWS, 'table') },
  filters: {
    /** Of the tree, which stands beside the table. */
    under: filter.hidden(numberParam),
    agent_name: filter.text(100),
    agent_level: filter.choice(['1', '2', '3']).text(({ t }, level) => t(($) => $.levels[level]), {
      body: (level) => ({ agent_level: level === undefined ? undefined : LEVELS[level] }),
    }),
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_keys) }),
    has_account: filter.either(({ t }) => ({ yes: t(($) => $.yes), no: t(($) => $.no) })),
    region_code: filter.one(
      textParam(6),
      ({ key, label, value, change, say: { regionName } }) => ({
        key,
        label,
        control: (
          <RegionField label={label} value={value === '' ? null : value} onChange={(next) => change(next ?? '')} />
        ),
        chip: value === '' ? undefined : regionName(value),
        clear: () => change(''),
      }),
      { label: ({ t }) => t(($) => $.columns.region) },
    ),
    country: filter.country({ label: ({ t }) => t(($) => $.coverage.country) }),
    disabled: filter.either(({ t }) => ({ yes: t(($) => $.yes), no: t(($) => $.no) })),
    created: filter.days('created_from', 'created_to', { label: ({ t }) => t(($) => $.columns.created_time) }),
  },
  columns: {
    agent_name: column.custom(190, (row, { t }) => <Name distributor={row} disabled={t(($) => $.disabled)} />, {
      fixed: 'start',
      grows: true,
      always: true,
    }),
    agent_id: column.number(64, { by_default: false }),
    agent_level: column.textOf(80, ({ agent_level }, { t }) => t(($) => $.levels[agent_level])),
    parent_name: column.text(164),
    region: column.custom(150, (row, { lang, regionName }) => <Region text={regionOf(row, lang, regionName)} />, {
      sort: 'region_code',
    }),
    device_count: column.number(94),
    online_count: column.number(78, { by_default: false }),
    stock_count: column.number(96),
    shipped_count: column.number(96),
    active_count: column.number(100),
    alarm_count: column.number(96),
    sub_count: column.number(124),
    account_count: column.number(80),
    open_orders: column.number(128),
    satisfaction: column.numberOf(104, ({ satisfaction }) => (satisfaction === null ? null : satisfaction * 100), {
      unit: '%',
    }),
    phone: column.text(112),
    email: column.text(176),
    product_keys: column.textOf(140, ({ product_keys }, { t, productNames }) =>
      product_keys.length === 0 ? t(($) => $.all_products) : productNames(product_keys),
    ),
    agency_area: column.textOf(
      140,
      ({ agency_area }, { t, regionName }) =>
        agency_area.length === 0 ? t(($) => $.anywhere) : agency_area.map(regionName).join(', '),
      { by_default: false },
    ),
    business_scope: column.text(150, { by_default: false }),
    address: column.text(160, { by_default: false }),
    remark: column.text(140, { by_default: false }),
    created_time: column.age(90),
    actions: column.actions((distributor) => <RowActions distributor={distributor} />),
  },
  export: {
    kind: 'agent-list',
    needs: 'agent:export',
    only: (ids) => ({ agent_ids: ids.map(Number) }),
    except: (ids) => ({ except_agent_ids: ids.map(Number) }),
  },
})

function Name({ distributor: { agent_name, agent_level, disabled: is_disabled }, disabled }: NameProps) {
  return (
    <span className={css.name}>
      <LevelMark level={agent_level} />
      <span title={agent_name}>{agent_name}</span>
      {is_disabled && <StateChip tone="warn">{disabled}</StateChip>}
    </span>
  )
}
type NameProps = { distributor: Distributor; disabled: string }

const regionOf = (
  { country, region_code, region_text }: Distributor,
  lang: Language,
  regionName: (code: string) => string,
): string =>
  country === 'CN' && region_code !== null
    ? regionName(region_code)
    : [countryName(country, lang), region_text].filter(Boolean).join(' / ')

/** The county first, which tells distributors apart, and what it lies in behind it; in usual order on hover. */
const Region = ({ text }: { text: string }) => <CutText text={text.split(' / ').toReversed().join(' · ')} hint={text} />

/** Opens the form of a new distributor. */
export function NewDistributor({ parent_id, primary = false }: { parent_id: number | undefined; primary?: boolean }) {
  const t = useMessages('distributors')
  const navigate = useNavigate()
  const missing_permission = useMissingPermission('agent:create')
  return (
    <Button
      {...(primary ? { kind: 'primary' } : {})}
      icon={PlusIcon}
      disabledReason={missing_permission}
      onClick={() => void navigate(newPath(parent_id))}
    >
      {t(($) => $.create)}
    </Button>
  )
}

import type { Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import { useMemo } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { countryName } from '../../ui/countries.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { formatNumber } from '../../ui/format.ts'
import { useRegionName } from '../../ui/region-names.ts'
import { StateChip } from '../../ui/status.tsx'
import css from './distributors.module.css'
import { LevelMark } from './level-mark.tsx'
import { useProductNames } from './product-names.ts'
import { RowActions } from './row-actions.tsx'

type Cell = (distributor: Distributor) => string

/** All columns of product 3.27 that have data. */
export const useColumns = (): readonly Column<Distributor>[] => {
  const t = useMessages('distributors')
  const lang = useLanguage()
  const regionName = useRegionName()
  const productNames = useProductNames()
  return useMemo(() => {
    const title = (key: keyof ReturnType<typeof words>) => words()[key]
    const words = () => t(($) => $.columns, { returnObjects: true })
    const text = (key: keyof ReturnType<typeof words>, width_px: number, plain: Cell): Column<Distributor> => ({
      key,
      title: title(key),
      width_px,
      cell: (row) => <Text text={plain(row)} />,
      plain,
    })
    const count = (key: Counted, width_px: number): Column<Distributor> => ({
      key,
      title: title(key),
      width_px,
      align: 'end',
      cell: (row) => <span className={css.number}>{formatNumber(row[key], 0, lang)}</span>,
      plain: (row) => row[key],
    })
    const figure = (
      key: 'open_orders' | 'satisfaction',
      width_px: number,
      read: (row: Distributor) => string | null,
    ): Column<Distributor> => ({
      key,
      title: title(key),
      width_px,
      align: 'end',
      cell: (row) => <span className={read(row) === null ? css.none : css.number}>{read(row) ?? '—'}</span>,
      plain: (row) => read(row) ?? '',
    })
    const regionOf: Cell = ({ country, region_code, region_text }) =>
      country === 'CN' && region_code !== null
        ? regionName(region_code)
        : [countryName(country, lang), region_text].filter(Boolean).join(' / ')
    return [
      {
        key: 'agent_name',
        title: title('agent_name'),
        width_px: 190,
        fixed: 'start',
        grows: true,
        always: true,
        sort_key: 'agent_name',
        cell: (row) => (
          <span className={css.name}>
            <LevelMark level={row.agent_level} />
            <span title={row.agent_name}>{row.agent_name}</span>
            {row.disabled && <StateChip tone="warn">{t(($) => $.disabled)}</StateChip>}
          </span>
        ),
        plain: (row) => row.agent_name,
      },
      { ...count('agent_id', 64), sort_key: 'agent_id' },
      { ...text('agent_level', 80, (row) => t(($) => $.levels[row.agent_level])), sort_key: 'agent_level' },
      text('parent_name', 164, (row) => row.parent_name ?? ''),
      { ...text('region', 150, regionOf), sort_key: 'region_code' },
      count('device_count', 94),
      count('online_count', 78),
      count('stock_count', 96),
      count('shipped_count', 96),
      count('active_count', 100),
      count('alarm_count', 70),
      count('sub_count', 80),
      count('account_count', 80),
      figure('open_orders', 128, ({ open_orders }) =>
        open_orders === null ? null : formatNumber(open_orders, 0, lang),
      ),
      figure('satisfaction', 104, ({ satisfaction }) =>
        satisfaction === null ? null : `${formatNumber(satisfaction * 100, 0, lang)} %`,
      ),
      text('phone', 112, (row) => row.phone),
      text('email', 140, (row) => row.email),
      text('product_keys', 140, (row) =>
        row.product_keys.length === 0 ? t(($) => $.all_products) : productNames(row.product_keys),
      ),
      {
        ...text('agency_area', 140, (row) =>
          row.agency_area.length === 0 ? t(($) => $.anywhere) : row.agency_area.map(regionName).join(', '),
        ),
        by_default: false,
      },
      { ...text('business_scope', 150, (row) => row.business_scope), by_default: false },
      { ...text('address', 160, (row) => row.address), by_default: false },
      { ...text('remark', 140, (row) => row.remark), by_default: false },
      {
        key: 'created_time',
        title: title('created_time'),
        width_px: 90,
        sort_key: 'created_time',
        cell: (row) => <Age at={Date.parse(row.created_time)} />,
        plain: (row) => row.created_time,
      },
      {
        key: 'actions',
        title: title('actions'),
        width_px: 44,
        fixed: 'end',
        always: true,
        bare: true,
        cell: (row) => <RowActions distributor={row} />,
      },
    ]
  }, [t, lang, regionName, productNames])
}

type Counted =
  | 'agent_id'
  | 'device_count'
  | 'online_count'
  | 'active_count'
  | 'stock_count'
  | 'shipped_count'
  | 'alarm_count'
  | 'sub_count'
  | 'account_count'

const Text = ({ text }: { text: string }) =>
  text === '' ? (
    <span className={css.none}>—</span>
  ) : (
    <span className={css.text} title={text}>
      {text}
    </span>
  )

import type { ShipmentTab, ShippedDevice } from '@heatfleet/contract/shipments/shipments.ts'
import { useMemo } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Age } from '../../ui/age.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { formatNumber } from '../../ui/format.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { useRegionName } from '../../ui/region-names.ts'
import { StateChip, type Tone } from '../../ui/status.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import css from './shipments.module.css'

const DAY_MS = 86_400_000
const TONES = { shipped: 'accent', confirmed: 'ok', returned: 'neutral' } as const satisfies Record<string, Tone>

/** The columns of product 3.10; each tab shows those that have something to tell there. */
export const useUnitColumns = (tab: ShipmentTab): readonly Column<ShippedDevice>[] => {
  const t = useMessages('shipments')
  const lang = useLanguage()
  const nameOf = useProductName()
  const regionName = useRegionName()
  const senderName = useSenderName()
  const now = useMinute(60)
  return useMemo(() => {
    const titles = t(($) => $.columns, { returnObjects: true })
    type Key = keyof typeof titles
    const text = (key: Key, width_px: number, plain: (row: ShippedDevice) => string): Column<ShippedDevice> => ({
      key,
      title: titles[key],
      width_px,
      cell: (row) => <Text text={plain(row)} />,
      plain,
    })
    const time = (
      key: 'ship_time' | 'confirmed_time' | 'returned_time' | 'first_online_time' | 'import_time',
      width_px: number,
    ): Column<ShippedDevice> => ({
      key,
      title: titles[key],
      width_px,
      cell: (row) => <Age at={row[key]} />,
      plain: (row) => row[key],
    })
    // Rounded as an age is: the two stand beside each other.
    const daysOf = ({ ship_time }: ShippedDevice) =>
      ship_time === null ? null : Math.max(0, Math.round((now - Date.parse(ship_time)) / DAY_MS))
    const mac: Column<ShippedDevice> = {
      key: 'mac',
      title: titles.mac,
      width_px: 176,
      fixed: 'start',
      always: true,
      cell: (row) => <Identifier id={row.mac} inTable />,
      plain: (row) => row.mac,
    }
    const product = text('product_name', 150, (row) =>
      nameOf({ name: row.product_name, english_name: row.product_english_name }),
    )
    if (tab === 'to_ship')
      return [
        mac,
        product,
        text('holder', 170, (row) => row.receiver_name),
        text('import_tag', 110, (row) => row.import_tag),
        time('import_time', 110),
      ]
    const state: Column<ShippedDevice> = {
      key: 'state',
      title: titles.state,
      width_px: 110,
      cell: (row) =>
        row.state !== null && (
          <StateChip tone={TONES[row.state]}>{t(($) => $.states[row.state ?? 'shipped'])}</StateChip>
        ),
      plain: (row) => row.state,
    }
    return [
      mac,
      product,
      text('batch_no', 120, (row) => row.batch_no),
      text('sender_name', 164, senderName),
      text('receiver_name', 160, (row) => row.receiver_name),
      {
        ...text('receiver_region', 130, ({ receiver_region: code }) => (code === null ? '' : regionName(code))),
        by_default: false,
      },
      ...(tab === 'returned'
        ? [
            time('returned_time', 100),
            text('reason', 180, (row) => row.reason),
            text('returned_by', 110, (row) => row.returned_by),
          ]
        : [state]),
      time('ship_time', 96),
      {
        key: 'days',
        title: titles.days,
        width_px: 104,
        align: 'end',
        cell: (row) => formatNumber(daysOf(row), 0, lang),
        plain: daysOf,
      },
      time('first_online_time', 132),
      text('bound', 80, (row) => t(($) => (row.bound ? $.yes : $.no))),
      text('order_no', 120, (row) => row.order_no),
      { ...text('logistics_no', 120, (row) => row.logistics_no), by_default: false },
      { ...text('operator', 110, (row) => row.operator), by_default: false },
      { ...time('confirmed_time', 100), by_default: false },
    ]
  }, [t, lang, nameOf, regionName, senderName, now, tab])
}

/** Who sent: by name where it is known, else how he stands to the reader. */
export const useSenderName = () => {
  const t = useMessages('shipments')
  return useMemo(
    () =>
      ({ sender_name, operator }: Pick<ShippedDevice, 'sender_name' | 'operator'>): string =>
        sender_name === '' ? t(($) => (operator === '' ? $.above : $.manufacturer)) : sender_name,
    [t],
  )
}

export const Text = ({ text }: { text: string }) =>
  text === '' ? (
    <span className={css.none}>—</span>
  ) : (
    <span className={css.text} title={text}>
      {text}
    </span>
  )

import type { Product } from '@heatfleet/contract/products.ts'
import { Link } from 'react-router'
import { Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { useLanguage, useWords } from '../../words/words.ts'

/** The devices of a product, each line a way into the device list. */
export function DevicesTab({ product: { product_key, device_count, register_count } }: { product: Product }) {
  const t = useWords('products')
  const lang = useLanguage()
  const list = `/device/device-list?product_key=${product_key}`
  return (
    <Panel title={t(($) => $.devices.title)}>
      <Facts
        items={[
          { label: t(($) => $.devices.all), value: <Link to={list}>{formatNumber(device_count, 0, lang)}</Link> },
          {
            label: t(($) => $.devices.online),
            value: <Link to={`${list}&online_status=online`}>{t(($) => $.actions.open)}</Link>,
          },
          {
            label: t(($) => $.devices.alarm),
            value: <Link to={`${list}&alarm_status=yes`}>{t(($) => $.actions.open)}</Link>,
          },
          { label: t(($) => $.devices.names), value: formatNumber(register_count, 0, lang) },
        ]}
      />
    </Panel>
  )
}

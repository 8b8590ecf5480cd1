import { api } from '@heatfleet/contract/api.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import type { SoftwareInUse } from '@heatfleet/contract/products/registers.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { ProductFirmware } from '../firmware/public.ts'
import css from './products.module.css'

/** Software versions on the devices of a product (product 3.25, Firmware). */
export function FirmwareTab({ product: { product_key } }: { product: Product }) {
  const t = useMessages('products')
  const devices = useMessages('devices')
  const lang = useLanguage()
  const read = useRead(api.productSoftware, { params: { product_key } })
  if (read.data === undefined)
    return read.error === null ? <Loading /> : <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return (
    <div className={css.stacked}>
      <ProductFirmware product_key={product_key} />
      <Panel flush title={t(($) => $.firmware.title)} note={t(($) => $.firmware.hint)}>
        <PlainTable
          label={t(($) => $.firmware.title)}
          rows={read.data}
          keyOf={(one: SoftwareInUse) => `${one.software_version} ${one.hardware_version} ${one.module_type}`}
          empty={<NeverAny title={t(($) => $.devices.none)} text={t(($) => $.firmware.none_hint)} />}
          columns={[
            {
              key: 'software',
              title: devices(($) => $.columns.software_version),
              cell: ({ software_version }) => (
                <code className={css.key}>{software_version || t(($) => $.firmware.untold)}</code>
              ),
            },
            {
              key: 'hardware',
              title: devices(($) => $.columns.hardware_version),
              cell: ({ hardware_version }) =>
                hardware_version === '' ? UNKNOWN : <code className={css.key}>{hardware_version}</code>,
            },
            {
              key: 'module',
              title: devices(($) => $.columns.module_type),
              cell: (software) => <ModuleType {...software} />,
            },
            {
              key: 'devices',
              title: t(($) => $.columns.device_count),
              align: 'end',
              cell: ({ software_version, device_count }) =>
                software_version === '' ? (
                  formatNumber(device_count, 0, lang)
                ) : (
                  <Link to={`/device/device-list?${new URLSearchParams({ product_key, software_version }).toString()}`}>
                    {formatNumber(device_count, 0, lang)}
                  </Link>
                ),
            },
            {
              key: 'online',
              title: t(($) => $.firmware.online),
              align: 'end',
              cell: ({ online_count }) => formatNumber(online_count, 0, lang),
            },
            {
              key: 'reported',
              title: devices(($) => $.columns.last_report_time),
              cell: ({ last_report_time }) => (last_report_time === null ? UNKNOWN : <Age at={last_report_time} />),
            },
          ]}
        />
      </Panel>
    </div>
  )
}

/** A module type, marked when the product is sold with another one. */
function ModuleType({ module_type, is_other_module }: SoftwareInUse) {
  const t = useMessages('products')
  if (module_type === '') return UNKNOWN
  return (
    <span className={css.marked}>
      <code className={css.key}>{module_type}</code>
      {is_other_module && (
        <StateChip tone="warn" shape="triangle">
          {t(($) => $.firmware.other_module)}
        </StateChip>
      )}
    </span>
  )
}

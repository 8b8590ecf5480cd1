import { api } from '@heatfleet/contract/api.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Age } from '../../ui/age.tsx'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import css from './faults.module.css'
import help from './knowledge.module.css'

/** Products that use the code, and devices in scope that raised it recently. */
export function FaultUse({ fault_id }: { fault_id: number }) {
  const t = useMessages('faults')
  const lang = useLanguage()
  const productName = useProductName()
  const uses = useRead(api.faultUses, { body: { fault_ids: [fault_id] } })
  const units = useRead(api.faultDevices, { params: { id: fault_id } })
  const [use] = uses.data ?? []
  const error = uses.error ?? units.error
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void Promise.all([uses.refetch(), units.refetch()])} />
  if (use === undefined || units.data === undefined) return <Loading rows={3} />
  return (
    <>
      <section>
        <h3 className={help.section}>{t(($) => $.fields.products)}</h3>
        {use.products.length === 0 ? (
          <p className={help.weak}>{t(($) => $.use.no_products)}</p>
        ) : (
          <ul className={help.steps}>
            {use.products.map((product) => (
              <li key={product.product_key}>
                <Link to={`/product/product-detail/${product.product_key}`}>{productName(product)}</Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h3 className={help.section}>
          {t(($) => $.use.title)}
          {use.times > 0 && (
            <span className={css.count}>
              {t(($) => $.use.times, { count: use.times })} · {t(($) => $.use.devices, { count: use.devices })}
            </span>
          )}
        </h3>
        <PlainTable
          label={t(($) => $.use.title)}
          rows={units.data}
          keyOf={({ mac }) => mac}
          empty={<p className={help.weak}>{t(($) => $.use.none)}</p>}
          columns={[
            {
              key: 'mac',
              title: t(($) => $.use.unit),
              cell: ({ mac }) => (
                <Link to={`/device/device-detail/${mac}`}>
                  <Identifier id={mac} inTable />
                </Link>
              ),
            },
            { key: 'name', title: t(($) => $.use.name), cell: ({ device_name }) => device_name || UNKNOWN },
            {
              key: 'times',
              title: t(($) => $.unknown.times),
              align: 'end',
              cell: ({ times }) => formatNumber(times, 0, lang),
            },
            { key: 'last', title: t(($) => $.unknown.last), cell: ({ last_at }) => <Age at={last_at} /> },
          ]}
        />
      </section>
    </>
  )
}

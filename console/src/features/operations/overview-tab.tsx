import { CURVES, type CurveName, type Operations } from '@heatfleet/contract/operations/operations.ts'
import { Link } from 'react-router'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { Age } from '../../ui/age.tsx'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FigureTiles } from '../../ui/figure-tiles.tsx'
import { formatBytes, formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ChecksPanel } from './checks-panel.tsx'
import css from './operations.module.css'

/** Decimals of each figure. */
const DECIMALS = {
  connections: 0,
  reports_per_s: 1,
  lag_ms: 0,
  refused_per_min: 1,
  sockets: 0,
  calls_per_s: 1,
} as const satisfies Record<CurveName, number>

/** Traffic with its last hour, checks, processes, versions, and what was refused. */
export function OverviewTab({ of }: { of: Operations }) {
  return (
    <>
      <Traffic of={of} />
      <ChecksPanel checks={of.checks} />
      <div className={css.pair}>
        <DecodeErrors of={of} />
        <Refusals of={of} />
      </div>
      <div className={css.pair}>
        <Processes of={of} />
        <Versions of={of} />
      </div>
    </>
  )
}

function Traffic({ of: { traffic, curves } }: { of: Operations }) {
  const t = useMessages('operations')
  const lang = useLanguage()
  const notes: Partial<Record<CurveName, string>> = {
    connections: t(($) => $.tiles.of_max, { max: traffic.connections_max }),
    ...(traffic.queue === null ? {} : { reports_per_s: t(($) => $.tiles.queue, { count: traffic.queue }) }),
  }
  return (
    <FigureTiles
      label={t(($) => $.tiles.label)}
      tiles={CURVES.map((name) => ({
        key: name,
        label: t(($) => $.curves[name]),
        value: formatNumber(traffic[name], DECIMALS[name], lang),
        unit: name === 'lag_ms' && traffic.lag_ms !== null ? 'ms' : undefined,
        chart: <Sparkline values={curves[name]} width={132} height={24} />,
        note: notes[name] ?? t(($) => $.tiles.last_hour),
      }))}
    />
  )
}

function DecodeErrors({ of: { decode_errors } }: { of: Operations }) {
  const t = useMessages('operations')
  const lang = useLanguage()
  const number = (value: number) => formatNumber(value, 0, lang)
  return (
    <Panel
      flush
      title={t(($) => $.errors_title)}
      note={<Link to="/system/operations?tab=frames">{t(($) => $.tabs.frames)}</Link>}
    >
      <PlainTable
        label={t(($) => $.errors_title)}
        rows={decode_errors}
        keyOf={({ product_key }) => product_key ?? ''}
        empty={<p className={css.nothing}>{t(($) => $.errors_none)}</p>}
        columns={[
          {
            key: 'product',
            title: t(($) => $.error_columns.product),
            least_px: 120,
            cell: ({ product_key, product_name, product_english_name }) => (
              <Link
                to={`/system/operations?tab=frames&${product_key === null ? 'known=no' : `product_key=${product_key}`}`}
              >
                {product_key === null
                  ? t(($) => $.no_device)
                  : productName({ name: product_name, english_name: product_english_name }, lang)}
              </Link>
            ),
          },
          { key: 'units', title: t(($) => $.error_columns.units), align: 'end', cell: ({ units }) => number(units) },
          {
            key: 'hour',
            title: t(($) => $.error_columns.last_hour),
            align: 'end',
            cell: ({ last_hour }) => number(last_hour),
          },
          {
            key: 'day',
            title: t(($) => $.error_columns.last_day),
            align: 'end',
            cell: ({ last_day }) => number(last_day),
          },
        ]}
      />
    </Panel>
  )
}

function Refusals({ of: { refusals } }: { of: Operations }) {
  const t = useMessages('operations')
  const lang = useLanguage()
  return (
    <Panel
      flush
      title={t(($) => $.refusals_title)}
      note={<Link to="/device/unknown-modules">{t(($) => $.unknown_modules)}</Link>}
    >
      <PlainTable
        label={t(($) => $.refusals_title)}
        rows={refusals}
        keyOf={({ kind, reason }) => `${kind} ${reason}`}
        empty={<p className={css.nothing}>{t(($) => $.refusals_none)}</p>}
        columns={[
          {
            key: 'kind',
            title: t(($) => $.refusal_columns.kind),
            cell: ({ kind }) => t(($) => $.refusal_kinds[kind]),
          },
          {
            key: 'reason',
            title: t(($) => $.refusal_columns.reason),
            cell: ({ reason }) => (
              <code className={css.code} translate="no">
                {reason}
              </code>
            ),
          },
          {
            key: 'count',
            title: t(($) => $.refusal_columns.count),
            align: 'end',
            cell: ({ count }) => formatNumber(count, 0, lang),
          },
        ]}
      />
    </Panel>
  )
}

function Processes({ of: { nodes } }: { of: Operations }) {
  const t = useMessages('operations')
  const lang = useLanguage()
  return (
    <Panel flush title={t(($) => $.nodes_title)}>
      <PlainTable
        label={t(($) => $.nodes_title)}
        rows={nodes}
        keyOf={({ role }) => role}
        columns={[
          { key: 'role', title: t(($) => $.node_columns.role), cell: ({ role }) => t(($) => $.roles[role]) },
          {
            key: 'started',
            title: t(($) => $.node_columns.started_time),
            cell: ({ started_time }) => <Age at={started_time} />,
          },
          {
            key: 'seen',
            title: t(($) => $.node_columns.seen_time),
            cell: ({ seen_time }) => <Age at={seen_time} />,
          },
          {
            key: 'memory',
            title: t(($) => $.node_columns.memory),
            align: 'end',
            cell: ({ memory_bytes }) => formatBytes(memory_bytes, lang),
          },
        ]}
      />
    </Panel>
  )
}

function Versions({ of: { versions } }: { of: Operations }) {
  const t = useMessages('operations')
  return (
    <Panel title={t(($) => $.versions_title)}>
      <Facts
        least_px={150}
        items={[
          { label: t(($) => $.versions.product), value: versions.product },
          { label: t(($) => $.versions.node), value: versions.node },
          { label: t(($) => $.versions.postgres), value: versions.postgres },
          {
            label: t(($) => $.versions.engine),
            value: versions.embedded ? t(($) => $.embedded) : t(($) => $.external),
          },
          {
            label: t(($) => $.versions.broker),
            value: versions.external_broker ? t(($) => $.external_broker) : t(($) => $.embedded_broker),
          },
          {
            label: t(($) => $.versions.schema),
            wide: true,
            value: (
              <code className={css.code} translate="no">
                {versions.schema}
              </code>
            ),
          },
        ]}
      />
    </Panel>
  )
}

import { api } from '@heatfleet/contract/api.ts'
import type { ControlLogRow } from '@heatfleet/contract/controls/controls.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { CommandState } from '../../commands/command-state.tsx'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { MomentLink } from '../../points/moment-link.tsx'
import { usePointText } from '../../points/point-text.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatNumber, formatTime } from '../../ui/format.ts'
import { ArrowRightIcon } from '../../ui/icons.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { BusFrame } from './bus-frame.tsx'
import { CommandAgain } from './command-again.tsx'
import css from './controls.module.css'
import { ReasonText } from './reason-text.tsx'
import { stepsOf } from './steps.ts'
import { UnitAround } from './unit-around.tsx'

/** One command in full: its values, steps, frame, the unit around it, and the way back. */
export function ControlDrawer({ row, onClose }: { row: ControlLogRow; onClose: () => void }) {
  const t = useMessages('controls')
  const lang = useLanguage()
  const { data: unit } = useRead(api.deviceInfo, { query: { mac: row.mac } })
  const name = row.names[lang] || row.point_key
  return (
    <Drawer open width={640} title={`${name} · ${row.device_name || row.mac}`} onClose={onClose}>
      <div className={css.drawer}>
        <section aria-label={t(($) => $.drawer.change)} className={css.values}>
          <Values row={row} now={unit?.values.find(({ key }) => key === row.point_key)?.value ?? null} />
          <CommandState state={row.state} />
          {row.reason !== null && (
            <span className={css.reason}>
              <ReasonText reason={row.reason} />
            </span>
          )}
        </section>
        <CommandAgain row={row} unit={unit} />
        <Steps row={row} />
        <Who row={row} />
        <BusFrame row={row} />
        <UnitAround row={row} />
        <Ways row={row} onClose={onClose} />
      </div>
    </Drawer>
  )
}

function Values({ row, now }: { row: ControlLogRow; now: number | null }) {
  const t = useMessages('controls')
  const { inline } = usePointText()
  const values = [
    { key: 'old', value: row.old_value },
    { key: 'new', value: row.new_value },
    { key: 'read_back', value: row.read_back },
  ] as const
  return (
    <dl className={css.flow}>
      {values.map(({ key, value }, at) => (
        <div key={key} data-strong={key === 'new' || undefined}>
          <dt>{t(($) => $.drawer[key])}</dt>
          <dd>
            {at > 0 && <ArrowRightIcon size={14} />}
            {inline(row, value)}
          </dd>
        </div>
      ))}
      <div data-apart>
        <dt>{t(($) => $.drawer.now)}</dt>
        <dd>{inline(row, now)}</dd>
      </div>
    </dl>
  )
}

function Steps({ row }: { row: ControlLogRow }) {
  const t = useMessages('controls')
  const lang = useLanguage()
  const textOf = {
    accepted: t(($) => $.drawer.accepted),
    sent: row.sends > 1 ? t(($) => $.drawer.sent_again, { count: row.sends }) : t(($) => $.drawer.sent),
    written: t(($) => $.drawer.written),
    ended: t(($) => $.drawer.ended[row.state]),
  }
  return (
    <section>
      <h3>{t(($) => $.drawer.steps)}</h3>
      <ol className={css.steps}>
        {stepsOf(row).map(({ kind, at, after_ms }) => (
          <li key={kind} data-last={kind === 'ended' ? row.state : undefined}>
            <span>{textOf[kind]}</span>
            <time dateTime={at}>{formatTime(at, lang, kind === 'accepted' ? 'exact' : 'second')}</time>
            <span className={css.after}>
              {after_ms !== null && t(($) => $.drawer.after, { time: `${formatNumber(after_ms / 1_000, 2, lang)} s` })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Who({ row }: { row: ControlLogRow }) {
  const t = useMessages('controls')
  const productName = useProductName()
  const product = { name: row.product_name, english_name: row.product_english_name }
  return (
    <section>
      <h3>{t(($) => $.drawer.who)}</h3>
      <Facts
        items={[
          { label: t(($) => $.columns.operator_name), value: row.operator_name },
          { label: t(($) => $.columns.source), value: t(($) => $.sources[row.source]) },
          { label: t(($) => $.columns.change_reason), value: row.change_reason, wide: true },
          { label: t(($) => $.columns.operator_email), value: row.operator_email },
          { label: t(($) => $.columns.operator_phone), value: row.operator_phone },
          { label: t(($) => $.columns.operator_address), value: row.operator_address },
          { label: t(($) => $.columns.rollout_name), value: row.rollout_name },
          { label: t(($) => $.columns.product_name), value: productName(product) },
          { label: t(($) => $.columns.agent_name), value: row.agent_name ?? t(($) => $.stock) },
          { label: t(($) => $.columns.mac), value: <Identifier id={row.mac} /> },
          {
            label: t(($) => $.columns.request_id),
            value: row.request_id === '' ? null : <Identifier id={row.request_id} />,
            wide: true,
          },
        ]}
      />
    </section>
  )
}

function Ways({ row: { mac, request_id, control_time }, onClose }: { row: ControlLogRow; onClose: () => void }) {
  const t = useMessages('controls')
  const sees_audit = usePermission('audit:view')
  return (
    <nav className={css.ways}>
      <Link to={`/device/device-detail/${mac}?tab=control`}>{t(($) => $.drawer.open_unit)}</Link>
      <MomentLink mac={mac} at={control_time} />
      <Link to={`/device/device-detail/${mac}?tab=curves`}>{t(($) => $.drawer.curves)}</Link>
      <Link to={`/issue/control-log?search=${mac}`} onClick={onClose}>
        {t(($) => $.drawer.unit_log)}
      </Link>
      {sees_audit && request_id !== '' && (
        <Link to={`/user/audit-log?request_id=${encodeURIComponent(request_id)}`}>{t(($) => $.drawer.audit)}</Link>
      )}
    </nav>
  )
}

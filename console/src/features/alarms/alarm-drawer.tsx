import type { AlarmDetail } from '@heatfleet/contract/alarms/alarm.ts'
import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { ALARM_HANDLING_STATES } from '@heatfleet/contract/transitions.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { MomentLink } from '../../points/moment-link.tsx'
import { usePointText } from '../../points/point-text.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { Age } from '../../ui/age.tsx'
import { useTicking } from '../../ui/clock.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ErrorState, Gone, Loading } from '../../ui/states.tsx'
import { FaultHelp } from '../faults/public.ts'
import { AlarmActions } from './alarm-actions.tsx'
import { AlarmComments, AlarmLog } from './alarm-log.tsx'
import { ConditionChip, HandlingChip, SeverityChip, SlaMark, useAlarmText, useDuration } from './alarm-marks.tsx'
import css from './alarms.module.css'
import { LiveValues } from './live-values.tsx'
import { MuteBanner, MutedChip, VirtualChip } from './mute-banner.tsx'
import { SimilarCases } from './similar-cases.tsx'
import { Snapshot } from './snapshot.tsx'

const WIDTH_PX = 860
/** Orders of one alarm that are listed. */
const ORDERS_MAX = 10

/** One alarm: handling, knowledge, snapshot, live values, comments and log. Mounted = open. */
export function AlarmDrawer({ alarm_id, onClose }: { alarm_id: number; onClose: () => void }) {
  const t = useMessages('alarms')
  const textOf = useAlarmText()
  const { data: alarm, error, refetch } = useRead(api.alarmInfo, { params: { id: alarm_id } })
  return (
    <Drawer
      open
      width={WIDTH_PX}
      title={alarm === undefined ? t(($) => $.detail.title, { id: alarm_id }) : textOf(alarm)}
      onClose={onClose}
      footer={alarm === undefined ? undefined : <AlarmActions alarm={alarm} />}
    >
      {alarm !== undefined ? (
        <Content alarm={alarm} />
      ) : error instanceof Refusal && error.code === 'alarm_not_found' ? (
        <Gone inside />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Drawer>
  )
}

function Content({ alarm }: { alarm: AlarmDetail }) {
  const t = useMessages('alarms')
  const { definition, default_curves } = useDefinition(alarm.product_key)
  return (
    <div className={css.detail}>
      <Handling alarm={alarm} />
      <MuteBanner mute={alarm.mute} />
      <AlarmFacts alarm={alarm} />
      {alarm.code !== null && <Knowledge code={alarm.code} product_key={alarm.product_key} />}
      <SimilarCases alarm_id={alarm.alarm_id} />
      <section className={css.section} aria-label={t(($) => $.detail.snapshot)}>
        <h3>{t(($) => $.detail.snapshot)}</h3>
        <Snapshot alarm={alarm} definition={definition} default_curves={default_curves} />
      </section>
      <section className={css.section} aria-label={t(($) => $.detail.live)}>
        <h3>{t(($) => $.detail.live)}</h3>
        <LiveValues alarm={alarm} definition={definition} default_curves={default_curves} />
      </section>
      <AlarmOrders alarm_id={alarm.alarm_id} />
      <AlarmComments alarm={alarm} />
      <AlarmLog alarm={alarm} />
    </div>
  )
}

/** The states of handling in their order, the present one marked; whether it recovered stands apart. */
function Handling({ alarm: { handling, severity, condition, muted, virtual } }: { alarm: AlarmDetail }) {
  const t = useMessages('alarms')
  return (
    <div className={css.handling}>
      <ol className={css.steps} aria-label={t(($) => $.detail.handling)}>
        {ALARM_HANDLING_STATES.map((state) => (
          <li key={state} aria-current={state === handling ? 'step' : undefined}>
            {state === handling ? <HandlingChip handling={state} /> : t(($) => $.handlings[state])}
          </li>
        ))}
      </ol>
      <span className={css.chips}>
        <SeverityChip severity={severity} />
        <ConditionChip condition={condition} />
        {muted && <MutedChip />}
        {virtual && <VirtualChip />}
      </span>
    </div>
  )
}

function AlarmFacts({ alarm }: { alarm: AlarmDetail }) {
  const t = useMessages('alarms')
  const lang = useLanguage()
  const { inline } = usePointText()
  const { definition } = useDefinition(alarm.product_key)
  const durationOf = useDuration()
  const duration = useTicking((now) => durationOf(alarm, now))
  const { value, mac, device_name, product_name, product_english_name, assignee, rule_key } = alarm
  const point = definition?.get(rule_key)
  return (
    <section className={css.section} aria-label={t(($) => $.detail.facts)}>
      <Facts
        least_px={140}
        items={[
          {
            label: t(($) => $.columns.device),
            value: <Link to={`/device/device-detail/${mac}`}>{device_name || mac}</Link>,
          },
          { label: t(($) => $.columns.mac), value: mac },
          {
            label: t(($) => $.columns.product),
            value: productName({ name: product_name, english_name: product_english_name }, lang),
          },
          { label: t(($) => $.columns.agent_name), value: alarm.agent_name },
          { label: t(($) => $.columns.type), value: t(($) => $.types[alarm.type]) },
          ...(alarm.reason === null
            ? []
            : [{ label: t(($) => $.detail.reason), value: t(($) => $.reasons[alarm.reason ?? 'frost']) }]),
          ...(alarm.type === 'threshold'
            ? [{ label: t(($) => $.columns.rule), value: <RuleLink alarm={alarm} /> }]
            : []),
          {
            label: t(($) => $.columns.value),
            value: value === null ? null : point === undefined ? formatNumber(value, 1, lang) : inline(point, value),
          },
          {
            label: t(($) => $.columns.first_time),
            value: (
              <>
                <Age at={alarm.first_time} /> <MomentLink mac={mac} at={alarm.first_time} />
              </>
            ),
          },
          {
            label: t(($) => $.columns.last_time),
            value: (
              <>
                <Age at={alarm.last_time} />{' '}
                {alarm.last_time !== alarm.first_time && <MomentLink mac={mac} at={alarm.last_time} />}
              </>
            ),
          },
          {
            label: t(($) => $.columns.recovered_time),
            value:
              alarm.recovered_time === null ? null : (
                <>
                  <Age at={alarm.recovered_time} /> <MomentLink mac={mac} at={alarm.recovered_time} />
                </>
              ),
          },
          { label: t(($) => $.columns.duration), value: duration },
          ...(alarm.due_time === null ? [] : [{ label: t(($) => $.columns.sla), value: <SlaMark alarm={alarm} /> }]),
          { label: t(($) => $.columns.count), value: formatNumber(alarm.count, 0, lang) },
          { label: t(($) => $.columns.assignee), value: assignee || t(($) => $.nobody) },
        ]}
      />
    </section>
  )
}

/** The rule that raised it, for whom may see rules: its screen says whether it may be edited. */
function RuleLink({ alarm: { rule_key, rule_name } }: { alarm: AlarmDetail }) {
  const t = useMessages('alarms')
  const may_see = usePermission('alarm-rule:view')
  const may_edit = usePermission('alarm-rule:edit')
  if (!may_see) return rule_name
  return (
    <>
      {rule_name}{' '}
      <Link to={`/issue/alarm-rules?rule=${rule_key}`}>{t(($) => (may_edit ? $.edit_rule : $.show_rule))}</Link>
    </>
  )
}

/** What the knowledge base says of the code, as the product of the unit has it. */
function Knowledge({ code, product_key }: { code: string; product_key: string }) {
  const t = useMessages('alarms')
  const may = usePermission('faultcode:view')
  const page = { query: { pageNo: 1, size: 1 } }
  const { data } = useRead(api.faultCodeList, { ...page, body: { product_key, code } }, { enabled: may })
  if (!may || data === undefined) return null
  const [fault] = data.list
  return (
    <section className={css.section} aria-label={t(($) => $.detail.knowledge)}>
      <h3>
        {t(($) => $.detail.knowledge)}
        {fault !== undefined && (
          <Link className={css.more} to={`/product/fault-codes?fault=${fault.fault_id}`}>
            {t(($) => $.detail.more)}
          </Link>
        )}
      </h3>
      {fault === undefined ? (
        <p className={css.weak}>{t(($) => $.detail.no_knowledge)}</p>
      ) : (
        <FaultHelp fault={fault} />
      )}
    </section>
  )
}

/** Service orders that were created from it. */
function AlarmOrders({ alarm_id }: { alarm_id: number }) {
  const t = useMessages('alarms')
  const may = usePermission('order:view')
  const page = { query: { pageNo: 1, size: ORDERS_MAX }, body: { alarm_id } }
  const { data } = useRead(api.orderList, page, { enabled: may })
  if (data === undefined || data.total === 0) return null
  return (
    <section className={css.section} aria-label={t(($) => $.detail.orders)}>
      <h3>{t(($) => $.detail.orders)}</h3>
      <ul className={css.orders}>
        {data.list.map(({ order_id, problem, feedback_time }) => (
          <li key={order_id}>
            <Link to={`/service/order-detail/${order_id}`}>
              #{order_id} {problem}
            </Link>{' '}
            <Age at={feedback_time} />
          </li>
        ))}
      </ul>
    </section>
  )
}

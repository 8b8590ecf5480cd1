import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import { RuleTest, type RuleTestResult } from '@heatfleet/contract/alarm-rules/rule.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { usePointText } from '../../points/point-text.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { zoneInUse } from '../../ui/display.ts'
import { formatDay, formatNumber } from '../../ui/format.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import css from './alarm-rules.module.css'

/** What the rule would have done in the last days: tested when asked for, as it is typed then. */
export function TestPanel({ body, product_key }: { body: object; product_key: string }) {
  const t = useMessages('alarm-rules')
  const errorText = useErrorText()
  const parsed = RuleTest.safeParse(body).data
  const [tested, setTested] = useState<RuleTest | null>(null)
  const { data, error, isFetching, refetch } = useRead(
    api.alarmRuleTest,
    { query: { time_zone: zoneInUse() }, body: tested ?? EMPTY },
    { enabled: tested !== null, staleTime: Number.POSITIVE_INFINITY },
  )
  const run = () => {
    if (parsed === undefined) return
    if (JSON.stringify(parsed) === JSON.stringify(tested)) void refetch()
    else setTested(parsed)
  }
  return (
    <section className={css.tested} aria-label={t(($) => $.tested.title)}>
      <h3>
        {t(($) => $.tested.title)}
        <Button
          size="small"
          busy={isFetching}
          disabledReason={parsed === undefined ? t(($) => $.sentence.incomplete) : undefined}
          onClick={run}
        >
          {t(($) => $.tested.run)}
        </Button>
      </h3>
      {isFetching ? (
        <p className={css.weak} role="status">
          {t(($) => $.tested.running)}
        </p>
      ) : error !== null ? (
        <p role="alert" className={css.error}>
          {errorText(error).message}
        </p>
      ) : (
        data !== undefined && <Result result={data} tested={tested ?? EMPTY} product_key={product_key} />
      )}
    </section>
  )
}

/** Sent never: the call waits for a test. */
const EMPTY: RuleTest = {
  product_key: '-',
  target: { by: 'product' },
  condition: { match: 'all', groups: [] },
  hold: { by: 'at_once' },
  clear_minutes: 0,
  schedule: null,
}

function Result({ result, tested, product_key }: { result: RuleTestResult; tested: RuleTest; product_key: string }) {
  const t = useMessages('alarm-rules')
  const lang = useLanguage()
  const { inline } = usePointText()
  const { definition } = useDefinition(product_key)
  const { units, units_read, units_fired, fired, reports, took_ms, first } = result
  if (units === 0) return <p>{t(($) => $.tested.no_units)}</p>
  const term = tested.condition.groups[0]?.terms[0]
  const point = term?.of === 'point' ? definition?.get(term.key) : undefined
  return (
    <>
      <p role="status">
        <b>{fired === 0 ? t(($) => $.tested.none) : t(($) => $.tested.result, { count: fired })}</b>{' '}
        {fired > 0 && t(($) => $.tested.at, { count: units_fired, units })}
      </p>
      <p className={css.weak}>
        {units_read < units
          ? t(($) => $.tested.part, { read: units_read, units, reports })
          : t(($) => $.tested.whole, {
              read: units_read,
              reports,
              seconds: formatNumber(took_ms / 1000, 1, lang),
            })}{' '}
        {units >= ALARM_RULE_LIMITS.test_devices_max &&
          t(($) => $.tested.max, { max: ALARM_RULE_LIMITS.test_devices_max })}
      </p>
      {fired > 0 && <DayBars days={result.days} />}
      {first.length > 0 && (
        <PlainTable
          label={t(($) => $.tested.first_units)}
          rows={first}
          keyOf={({ mac }) => mac}
          columns={[
            {
              key: 'unit',
              title: t(($) => $.tested.unit),
              cell: ({ mac, device_name }) => <Link to={`/device/device-detail/${mac}`}>{device_name || mac}</Link>,
            },
            {
              key: 'times',
              title: t(($) => $.tested.times),
              align: 'end',
              cell: (row) => formatNumber(row.fired, 0, lang),
            },
            { key: 'first', title: t(($) => $.tested.first), cell: ({ first_time }) => <Age at={first_time} /> },
            {
              key: 'value',
              title: t(($) => $.tested.value),
              align: 'end',
              cell: ({ value }) => inline(point, value),
            },
          ]}
        />
      )}
    </>
  )
}

function DayBars({ days }: Pick<RuleTestResult, 'days'>) {
  const t = useMessages('alarm-rules')
  const lang = useLanguage()
  const most = Math.max(1, ...days.map(({ fired }) => fired))
  return (
    <ul className={css.days} aria-label={t(($) => $.tested.by_day)}>
      {days.map(({ day, fired }) => (
        <li key={day}>
          <span>{formatDay(day, lang)}</span>
          <i style={{ width: `${(fired / most) * 100}%` }} />
          <span>{formatNumber(fired, 0, lang)}</span>
        </li>
      ))}
    </ul>
  )
}

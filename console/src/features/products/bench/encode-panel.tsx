import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { isPartOfWord } from '@heatfleet/modbus/encode.ts'
import { useState } from 'react'
import { call, useRead } from '../../../cloud/call.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { pointName } from '../../../points/readings.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { NumberField, SelectField } from '../../../ui/field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { usePendingRequest } from '../../../ui/use-pending-request.ts'
import css from '../products.module.css'

type Encoded = ResultOf<typeof api.testEncode>

/** Encodes a value of a writable point with the draft. Nothing is sent. */
export function EncodePanel({ product_key }: { product_key: string }) {
  const t = useMessages('products')
  const lang = useLanguage()
  const { busy, problem, send } = usePendingRequest()
  const draft = useRead(api.productDraft, { params: { product_key } })
  const [key, setKey] = useState<string>()
  const [value, setValue] = useState<number | null>(null)
  const [current_word, setCurrentWord] = useState<number | null>(null)
  const [values, setValues] = useState<Readonly<Record<string, number | null>>>({})
  const [encoded, setEncoded] = useState<Encoded | null>(null)
  const points = draft.data?.points ?? []
  const written = points.filter(({ rw }) => rw === 'rw')
  const point = written.find((one) => one.key === key)
  const limits = points.filter((one) => limitKeys(point).includes(one.key))
  const encode = () =>
    send(async () => {
      if (key === undefined || value === null) return
      const known_limits = limits.flatMap((limit) => {
        const now = values[limit.key]
        return typeof now === 'number' ? [[limit.key, now] as const] : []
      })
      const body = { key, value, current_word, values: Object.fromEntries(known_limits) }
      setEncoded(await call(api.testEncode, { params: { product_key }, body }))
    })
  return (
    <Panel title={t(($) => $.bench.encode)} note={t(($) => $.bench.encode_hint)}>
      <div className={css.parts}>
        <div className={css.sides}>
          <SelectField
            label={t(($) => $.bench.point)}
            search
            width={280}
            value={key}
            options={written.map((one) => ({ value: one.key, label: pointName(one, lang) }))}
            onChange={(next) => {
              setKey(next)
              setCurrentWord(null)
              setEncoded(null)
            }}
          />
          <NumberField
            label={t(($) => $.bench.value)}
            unit={point?.unit ?? ''}
            decimals={point?.decimals ?? 0}
            step={point?.step ?? 1}
            value={value}
            onChange={setValue}
          />
          {limits.map((limit) => (
            <NumberField
              key={limit.key}
              label={t(($) => $.bench.limit_of, { name: pointName(limit, lang) })}
              unit={limit.unit}
              decimals={limit.decimals}
              value={values[limit.key] ?? null}
              onChange={(now) => setValues((before) => ({ ...before, [limit.key]: now }))}
            />
          ))}
          {point !== undefined && isPartOfWord(point) && (
            <NumberField
              label={t(($) => $.bench.current_word)}
              min={0}
              max={65_535}
              value={current_word}
              onChange={setCurrentWord}
            />
          )}
          <Button
            busy={busy}
            disabledReason={key === undefined || value === null ? t(($) => $.bench.value_first) : undefined}
            onClick={encode}
          >
            {t(($) => $.bench.encode_value)}
          </Button>
        </div>
        <Problem problem={problem} />
        {encoded?.ok === false && <p className={css.error}>{t(($) => $.bench.refused[encoded.reason])}</p>}
        {encoded?.ok === true && (
          <Facts
            items={[
              { label: t(($) => $.bench.frame), value: <code className={css.key}>{encoded.frame}</code>, wide: true },
              { label: t(($) => $.bench.raw), value: encoded.raw },
              { label: t(($) => $.bench.reads_back), value: encoded.reads_back },
            ]}
          />
        )}
      </div>
    </Panel>
  )
}

/** Keys of the points whose current values limit this one. */
const limitKeys = (point: DataPoint | undefined): string[] =>
  [point?.min, point?.max].flatMap((limit) => (typeof limit === 'object' && limit !== null ? [limit.point] : []))

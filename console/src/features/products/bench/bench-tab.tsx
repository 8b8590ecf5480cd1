import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { BenchRow } from '@heatfleet/contract/products/bench.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useState } from 'react'
import { call } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField, SelectField, TextAreaField } from '../../../ui/field.tsx'
import { UNKNOWN } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { type PlainColumn, PlainTable } from '../../../ui/plain-table.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { NoPermission } from '../../../ui/states.tsx'
import { StateChip } from '../../../ui/status.tsx'
import { usePendingRequest } from '../../../ui/use-pending-request.ts'
import css from '../products.module.css'
import { useTestDevices } from '../use-test-devices.ts'
import { EncodePanel } from './encode-panel.tsx'
import { VectorsPanel } from './vectors-panel.tsx'

type Decoded = ResultOf<typeof api.testDecode>

/**
 * The test bench (product 3.25): decodes a frame, or a device's latest values, with the draft and the published version
 * side by side.
 */
export function BenchTab({ product }: { product: Product }) {
  const { product_key } = product
  const may = usePermission('product:edit')
  const [decoded, setDecoded] = useState<Decoded | null>(null)
  if (!may) return <NoPermission permission="product:edit" />
  return (
    <div className={css.parts}>
      <DecodePanel product_key={product_key} onDecoded={setDecoded} />
      {decoded !== null && <DecodedPanel decoded={decoded} />}
      <EncodePanel product_key={product_key} />
      <VectorsPanel product={product} />
    </div>
  )
}

function DecodePanel(props: { product_key: string; onDecoded: (decoded: Decoded | null) => void }) {
  const t = useMessages('products')
  const { busy, problem, send } = usePendingRequest()
  const [frame, setFrame] = useState('')
  const [start, setStart] = useState<number | null>(null)
  const [mac, setMac] = useState<string>()
  const units = useTestDevices(props.product_key)
  const [refusal, setRefusal] = useState<string | null>(null)
  const reason_texts: Readonly<Record<string, string>> = t(($) => $.bench.why, { returnObjects: true })
  const params = { product_key: props.product_key }
  const decode = (body: { frame: string; start: number | null } | { mac: string }) =>
    send(async () => {
      setRefusal(null)
      props.onDecoded(null)
      try {
        props.onDecoded(await call(api.testDecode, { params, body }))
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'data_parsing_failed') throw error
        const { why: reason = '' } = error.details ?? {}
        setRefusal(reason_texts[reason] ?? String(reason))
      }
    })
  return (
    <Panel title={t(($) => $.bench.decode)}>
      <div className={css.parts}>
        <TextAreaField
          label={t(($) => $.bench.frame)}
          hint={t(($) => $.bench.frame_hint)}
          error={refusal}
          value={frame}
          maxLength={LIMITS.frame_text_max}
          onChange={setFrame}
        />
        <div className={css.sides}>
          <NumberField label={t(($) => $.bench.start)} min={0} max={65_535} value={start} onChange={setStart} />
          <Button
            kind="primary"
            busy={busy}
            disabledReason={frame.trim() === '' ? t(($) => $.bench.frame_first) : undefined}
            onClick={() => decode({ frame, start })}
          >
            {t(($) => $.bench.decode_frame)}
          </Button>
        </div>
        <div className={css.sides}>
          <SelectField
            label={t(($) => $.bench.unit)}
            search
            width={280}
            placeholder={t(($) => (units.length === 0 ? $.bench.no_unit : $.bench.unit_first))}
            value={mac}
            onChange={setMac}
            options={units.map((unit) => ({ value: unit.mac, label: unit.device_name || unit.mac }))}
          />
          <Button
            busy={busy}
            disabledReason={mac === undefined ? t(($) => $.bench.unit_first) : undefined}
            onClick={() => mac !== undefined && decode({ mac })}
          >
            {t(($) => $.bench.decode_device)}
          </Button>
        </div>
        <Problem problem={problem} />
      </div>
    </Panel>
  )
}

function DecodedPanel({ decoded }: { decoded: Decoded }) {
  const t = useMessages('products')
  const lang = useLanguage()
  const rows = decoded.rows.filter(
    ({ draft, published }) =>
      draft?.absent !== 'not_in_frame' || (published !== null && published.absent !== 'not_in_frame'),
  )
  const reading = (side: 'draft' | 'published'): PlainColumn<BenchRow> => ({
    key: side,
    title: t(($) => $.bench[side]),
    align: 'end',
    cell: ({ [side]: read, unit }) => {
      if (read === null) return UNKNOWN
      if (read.absent !== null)
        return <span className={css.warning}>{t(($) => $.bench.absent[read.absent ?? 'invalid'])}</span>
      return read.text ?? `${read.value ?? UNKNOWN} ${unit}`.trim()
    },
  })
  return (
    <Panel title={t(($) => $.bench.decoded)} note={t(($) => $.bench.points, { count: rows.length })} flush>
      <PlainTable
        label={t(($) => $.bench.decoded)}
        rows={rows}
        keyOf={({ key }) => key}
        empty={<p className={css.nothing}>{t(($) => $.bench.nothing)}</p>}
        columns={[
          { key: 'name', title: t(($) => $.bench.point), cell: ({ names, key }) => names[lang] || names.en || key },
          { key: 'key', title: t(($) => $.bench.key), cell: ({ key }) => <code className={css.key}>{key}</code> },
          { key: 'address', title: t(($) => $.bench.address), align: 'end', cell: ({ address }) => address ?? UNKNOWN },
          {
            key: 'raw',
            title: t(($) => $.bench.raw),
            cell: ({ raw }) => <code className={css.key}>{raw ?? UNKNOWN}</code>,
          },
          reading('draft'),
          reading('published'),
          {
            key: 'differs',
            title: t(($) => $.bench.difference),
            cell: ({ differs }) => differs && <StateChip tone="accent">{t(($) => $.bench.differs)}</StateChip>,
          },
        ]}
      />
    </Panel>
  )
}

import { type DataPoint, POINT_AUDIENCES, POLL_TIERS } from '@heatfleet/contract/products/points.ts'
import { SEMANTIC_TAGS } from '@heatfleet/contract/products/semantic-tags.ts'
import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { BATCH_FIELDS, type BatchField, batchChange, longestOf, WORD_ORDERS } from './batch-change.ts'
import css from './points.module.css'
import type { DraftEditor } from './use-draft.ts'

type ToolsProps = { points: readonly DataPoint[]; editor: DraftEditor; onDone: () => void }

/** Actions on the selected points. */
export function BatchTools({ points, editor, onDone }: ToolsProps) {
  const t = useMessages('products')
  const notify = useNotify()
  const [changing, setChanging] = useState(false)
  const remove = async () => {
    const done = await editor.change({ removed: points.map(({ key }) => key) })
    if (done) notify.success(t(($) => $.points.batch.deleted, { count: points.length }))
    onDone()
  }
  return (
    <>
      <Button size="small" kind="text" onClick={() => setChanging(true)}>
        {t(($) => $.points.batch.action)}
      </Button>
      <Button size="small" kind="text" onClick={() => void remove()}>
        {t(($) => $.points.batch.delete)}
      </Button>
      {changing && <BatchDialog points={points} editor={editor} onDone={onDone} onClose={() => setChanging(false)} />}
    </>
  )
}

const YES_NO = ['yes', 'no'] as const

/** Sets one field of many points to the same value. */
function BatchDialog({ points, editor, onDone, onClose }: ToolsProps & { onClose: () => void }) {
  const t = useMessages('products')
  const ui = useMessages('ui')
  const [field, setField] = useState<BatchField>('group_tag')
  const [value, setValue] = useState('')
  const choices = useBatchChoices()
  const options = choices[field]
  const change = batchChange(points, field, value)
  const missing =
    change === null
      ? t(($) => $.points.batch.value_wrong, { field: t(($) => $.points.fields[field]) })
      : change.length === 0
        ? t(($) => $.points.batch.no_effect)
        : undefined
  const apply = async () => {
    onClose()
    if (change !== null && (await editor.change({ set: change }))) onDone()
  }
  const choose = (next: BatchField | undefined) => {
    setField(next ?? field)
    setValue(choices[next ?? field]?.[0]?.value ?? '')
  }
  return (
    <Dialog
      open
      title={t(($) => $.points.batch.title, { count: points.length })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind="primary" disabledReason={missing} onClick={() => void apply()}>
            {t(($) => $.points.batch.confirm)}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <SelectField
          label={t(($) => $.points.batch.field)}
          value={field}
          options={BATCH_FIELDS.map((name) => ({ value: name, label: t(($) => $.points.fields[name]) }))}
          onChange={choose}
        />
        {options === undefined ? (
          <TextField
            label={t(($) => $.points.batch.value)}
            value={value}
            maxLength={longestOf(field)}
            hint={field === 'invalid' ? t(($) => $.points.hints.invalid) : undefined}
            error={change === null ? missing : undefined}
            onChange={setValue}
          />
        ) : (
          <SelectField
            label={t(($) => $.points.batch.value)}
            value={value}
            search={field === 'tag'}
            options={options}
            onChange={(next) => setValue(next ?? '')}
          />
        )}
      </div>
    </Dialog>
  )
}

type Choice = { value: string; label: string }

/** Values of the fields that have named ones; the others are typed. */
const useBatchChoices = (): Partial<Record<BatchField, Choice[]>> => {
  const t = useMessages('products')
  const yes_no = YES_NO.map((answer) => ({ value: answer, label: t(($) => $.points.yes_no[answer]) }))
  return {
    tag: [
      { value: '', label: t(($) => $.points.none_chosen) },
      ...SEMANTIC_TAGS.map((tag) => ({ value: tag, label: `${t(($) => $.suggestions.tags[tag])} · ${tag}` })),
    ],
    word_order: WORD_ORDERS.map((order) => ({ value: order, label: t(($) => $.points.word_orders[order]) })),
    tier: POLL_TIERS.map((tier) => ({ value: tier, label: t(($) => $.points.tiers[tier]) })),
    visible: POINT_AUDIENCES.map((audience) => ({ value: audience, label: t(($) => $.points.audiences[audience]) })),
    level: (['user', 'installer'] as const).map((level) => ({ value: level, label: t(($) => $.points.levels[level]) })),
    alarm: yes_no,
    accumulate: yes_no,
    in_history: yes_no,
    write_verified: yes_no,
  }
}

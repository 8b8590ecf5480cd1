import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type DataPoint, POINT_AUDIENCES, POLL_TIERS } from '@heatfleet/contract/products/points.ts'
import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { useNotify } from '../../../ui/notify.tsx'
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

const FIELDS = ['group_tag', 'tab', 'unit', 'tier', 'in_history', 'visible', 'level', 'write_verified'] as const
type Field = (typeof FIELDS)[number]
const YES_NO = ['yes', 'no'] as const

/** Sets one field of many points to the same value. */
function BatchDialog({ points, editor, onDone, onClose }: ToolsProps & { onClose: () => void }) {
  const t = useMessages('products')
  const ui = useMessages('ui')
  const [field, setField] = useState<Field>('group_tag')
  const [value, setValue] = useState('')
  const choices: Partial<Record<Field, { value: string; label: string }[]>> = {
    tier: POLL_TIERS.map((tier) => ({ value: tier, label: t(($) => $.points.tiers[tier]) })),
    visible: POINT_AUDIENCES.map((audience) => ({ value: audience, label: t(($) => $.points.audiences[audience]) })),
    level: (['user', 'installer'] as const).map((level) => ({ value: level, label: t(($) => $.points.levels[level]) })),
    in_history: YES_NO.map((answer) => ({ value: answer, label: t(($) => $.points.yes_no[answer]) })),
    write_verified: YES_NO.map((answer) => ({ value: answer, label: t(($) => $.points.yes_no[answer]) })),
  }
  const options = choices[field]
  const apply = async () => {
    const typed = field === 'in_history' || field === 'write_verified' ? value === 'yes' : value.trim()
    onClose()
    if (await editor.change({ set: points.map((point) => ({ ...point, [field]: typed })) })) onDone()
  }
  const choose = (next: Field | undefined) => {
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
          <Button kind="primary" onClick={() => void apply()}>
            {t(($) => $.points.batch.confirm)}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <SelectField
          label={t(($) => $.points.batch.field)}
          value={field}
          options={FIELDS.map((name) => ({ value: name, label: t(($) => $.points.fields[name]) }))}
          onChange={choose}
        />
        {options === undefined ? (
          <TextField
            label={t(($) => $.points.batch.value)}
            value={value}
            maxLength={field === 'unit' ? LIMITS.unit_max : LIMITS.point_text_max}
            onChange={setValue}
          />
        ) : (
          <SelectField
            label={t(($) => $.points.batch.value)}
            value={value}
            options={options}
            onChange={(next) => setValue(next ?? '')}
          />
        )}
      </div>
    </Dialog>
  )
}

import { checkDefinition } from '@heatfleet/contract/products/check.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { ProductSettings } from '@heatfleet/contract/products/settings.ts'
import { useMemo } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { useRightWords } from '../../../messages/right-name.ts'
import { FormDrawer } from '../../../ui/form.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { applyChange } from './draft-change.ts'
import { FindingList } from './finding-list.tsx'
import { draftOf, type PointDraft, pointOf } from './point-draft.ts'
import { PointFields } from './point-fields.tsx'
import css from './points.module.css'
import type { DraftEditor } from './use-draft.ts'

const WIDTH_PX = 760

/** The form of one point, checked against all others while typing. Mounted = open. */
export function PointDrawer(props: {
  point: DataPoint
  is_new: boolean
  definition: { points: readonly DataPoint[]; settings: ProductSettings }
  editor: DraftEditor | null
  onClose: () => void
}) {
  const t = useMessages('products')
  const { rights } = useRightWords()
  const { point, definition, editor } = props
  const form = useForm({
    schema: DataPoint,
    initial: draftOf(point),
    toBody: (draft: PointDraft) => pointOf(draft),
    onSave: async (saved) => {
      const renamed = !props.is_new && saved.key !== point.key
      const keys = definition.points.map(({ key }) => (key === point.key ? saved.key : key))
      return editor?.change({ set: [saved], ...(renamed ? { removed: [point.key], order: keys } : {}) })
    },
    onSaved: props.onClose,
  })
  const findings = useMemo(() => {
    const typed = DataPoint.safeParse(pointOf(form.values))
    if (!typed.success) return []
    const removed = typed.data.key === point.key ? [] : [point.key]
    const all = checkDefinition(applyChange(definition, { set: [typed.data], removed }))
    return all.filter(({ key }) => key === typed.data.key)
  }, [form.values, point, definition])
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={props.is_new ? t(($) => $.points.form.new) : t(($) => $.points.form.edit, { key: point.key })}
      save={t(($) => $.points.form.save)}
      readOnly={editor === null ? t(($) => $.points.read_only, { right: rights['datapoint:edit'].name }) : undefined}
      onClose={props.onClose}
    >
      <div className={css.fields}>
        <FindingList findings={findings} />
        <PointFields form={form} sequences={(definition.settings.write_sequences ?? []).map(({ name }) => name)} />
      </div>
    </FormDrawer>
  )
}

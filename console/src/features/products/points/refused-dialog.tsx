import { useErrorText } from '../../../messages/error-text.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { StateChip } from '../../../ui/status.tsx'
import { useSettingText } from '../setting-names.ts'
import type { Content } from './draft-change.ts'
import { useFieldName } from './field-names.ts'
import { useFieldText } from './field-text.ts'
import css from './points.module.css'
import { comparedWith, type RefusedItem } from './refused-change.ts'
import type { DraftEditor } from './use-draft.ts'

const WIDTH_PX = 720

/** The refused changes beside the current content; stays until they are applied again or discarded. */
export function RefusedDialog({ editor }: { editor: DraftEditor }) {
  const { refused, read } = editor
  return refused === null || read.data === undefined ? null : (
    <Refused editor={editor} refused={refused} now={read.data} />
  )
}

function Refused(props: { editor: DraftEditor; refused: NonNullable<DraftEditor['refused']>; now: Content }) {
  const t = useMessages('products')
  const errorText = useErrorText()
  const { editor, refused, now } = props
  return (
    <Dialog
      open
      insistent
      width={WIDTH_PX}
      title={t(($) => $.points.refused.title)}
      onClose={editor.giveUp}
      footer={
        <>
          <Button onClick={editor.giveUp}>{t(($) => $.points.refused.give_up)}</Button>
          <Button kind="primary" onClick={editor.applyAgain}>
            {t(($) => $.points.refused.apply)}
          </Button>
        </>
      }
    >
      <div className={css.refused}>
        <p role="alert">{errorText(refused.error).message}</p>
        {comparedWith(refused, now).map((item) => (
          <Item key={`${item.kind} ${item.key}`} item={item} />
        ))}
        <p className={css.weak}>{t(($) => $.points.refused.hint)}</p>
      </div>
    </Dialog>
  )
}

function Item({ item }: { item: RefusedItem }) {
  const t = useMessages('products')
  const fieldName = useFieldName()
  const settingText = useSettingText()
  const fieldText = useFieldText()
  const is_part = item.kind === 'part'
  const nameOf = is_part ? settingText : fieldName
  return (
    <section>
      <h3 className={css.item}>
        {is_part ? settingText(item.key) : <code className={css.mono}>{item.key}</code>}
        {item.kind === 'removed' && <StateChip tone="warn">{t(($) => $.points.refused.removed)}</StateChip>}
        {item.is_removed && <StateChip tone="warn">{t(($) => $.points.refused.gone)}</StateChip>}
      </h3>
      {item.fields.length > 0 && (
        <PlainTable
          label={item.key}
          rows={item.fields}
          keyOf={({ field }) => field}
          columns={[
            { key: 'field', title: t(($) => $.points.refused.field), cell: ({ field }) => nameOf(field) },
            {
              key: 'mine',
              title: t(($) => $.points.refused.mine),
              cell: ({ field, own_value }) => fieldText(field, own_value),
            },
            {
              key: 'theirs',
              title: t(($) => $.points.refused.theirs),
              cell: ({ field, current_value }) => fieldText(field, current_value),
            },
          ]}
        />
      )}
    </section>
  )
}

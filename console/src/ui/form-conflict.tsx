import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './form.module.css'
import { PlainTable } from './plain-table.tsx'
import type { FormConflict } from './use-form.ts'

const WIDTH_PX = 760

/** What somebody else saved meanwhile beside what was typed here: applied again, given up, or looked through in the form. */
export function ConflictDialog({ conflict }: { conflict: FormConflict }) {
  const t = useMessages('ui')
  const title = t(($) => $.form.conflict.title)
  return (
    <Dialog
      open
      width={WIDTH_PX}
      title={title}
      onClose={conflict.edit}
      footer={
        <>
          <Button onClick={conflict.edit}>{t(($) => $.form.conflict.edit)}</Button>
          <Button onClick={conflict.takeTheirs}>{t(($) => $.form.conflict.take)}</Button>
          <Button kind="primary" onClick={conflict.applyMine}>
            {t(($) => $.form.conflict.apply)}
          </Button>
        </>
      }
    >
      <p role="alert" className={styles.told}>
        {t(($) => $.form.conflict.text)}
      </p>
      <PlainTable
        label={title}
        rows={conflict.rows}
        keyOf={({ field }) => field}
        columns={[
          { key: 'field', title: t(($) => $.form.conflict.field), cell: ({ label }) => label },
          { key: 'before', title: t(($) => $.form.conflict.before), cell: ({ before }) => before },
          { key: 'theirs', title: t(($) => $.form.conflict.theirs), cell: ({ theirs }) => theirs },
          { key: 'mine', title: t(($) => $.form.conflict.mine), cell: ({ mine }) => mine },
        ]}
      />
    </Dialog>
  )
}

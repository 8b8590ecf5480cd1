import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { useMayLeave } from '../ui/leave-guard.tsx'
import { Problem } from '../ui/problem.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import type { LineOf, SheetImport } from './sheet-import.ts'
import { useSheetWork } from './sheet-work.ts'
import css from './sheets.module.css'
import { Verdicts } from './verdicts.tsx'

const WIDTH_PX = 1_240

/** An import in three steps: file, columns, result of each row. Mounted = open. */
export function ImportDrawer<Field extends string, Own extends string, Row extends LineOf<Field, Own>>(props: {
  list: SheetImport<Field, Own, Row>
  onClose: () => void
}) {
  const { list, onClose } = props
  const t = useMessages('sheets')
  const ui = useMessages('ui')
  const work = useSheetWork(list, onClose)
  const mayLeave = useMayLeave(work.id)
  const close = () => void mayLeave().then((leave) => leave && onClose())
  const { look, judged, busy } = work
  const taken = judged === null ? 0 : judged.counts.new + judged.counts.changed + judged.removed.length
  const missing =
    judged === null
      ? undefined
      : judged.counts.error > 0
        ? t(($) => $.errors_first)
        : taken === 0
          ? t(($) => $.nothing)
          : undefined
  return (
    <Drawer
      open
      width={WIDTH_PX}
      title={list.title}
      onClose={close}
      footer={
        <>
          <Problem problem={work.problem} />
          {judged !== null && <Button onClick={work.back}>{t(($) => $.back)}</Button>}
          <Button onClick={close}>{ui(($) => $.cancel)}</Button>
          {look !== null && judged === null && (
            <Button kind="primary" busy={busy} onClick={work.check}>
              {t(($) => $.check)}
            </Button>
          )}
          {judged !== null && (
            <Button kind="primary" busy={busy} disabledReason={missing} onClick={work.apply}>
              {list.applyText(judged.counts.new + judged.counts.changed)}
            </Button>
          )}
        </>
      }
    >
      <div className={css.steps}>
        <ChooseFile work={work} />
        {look !== null && judged === null && <ColumnMapping list={list} work={work} look={look} />}
        {judged !== null && <Verdicts list={list} work={work} judged={judged} />}
      </div>
    </Drawer>
  )
}

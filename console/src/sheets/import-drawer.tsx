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
  const { inspection, result, busy } = work
  const taken = result === null ? 0 : result.counts.new + result.counts.changed + result.removed.length
  const missing =
    result === null
      ? undefined
      : result.counts.error > 0
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
          {result !== null && <Button onClick={work.back}>{t(($) => $.back)}</Button>}
          <Button onClick={close}>{ui(($) => $.cancel)}</Button>
          {inspection !== null && result === null && (
            <Button kind="primary" busy={busy} onClick={work.check}>
              {t(($) => $.check)}
            </Button>
          )}
          {result !== null && (
            <Button kind="primary" busy={busy} disabledReason={missing} onClick={work.apply}>
              {list.applyText(result.counts.new + result.counts.changed)}
            </Button>
          )}
        </>
      }
    >
      <div className={css.steps}>
        <ChooseFile work={work} />
        {inspection !== null && result === null && <ColumnMapping list={list} work={work} inspection={inspection} />}
        {result !== null && <Verdicts list={list} work={work} result={result} />}
      </div>
    </Drawer>
  )
}

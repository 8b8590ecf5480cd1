import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DeadLetter } from '@heatfleet/contract/operations/dead-letters.ts'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import type { Selection } from '../../ui/data-table-selection.ts'
import { useConfirm } from '../../ui/dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { RowActions } from '../../ui/row-actions.tsx'

type Move = 'replay' | 'discard'

/** Processes frames again, or discards them once that is confirmed. Resolves to false where it was refused or not confirmed. */
const useFrameMoves = () => {
  const t = useMessages('operations')
  const notify = useNotify()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const calls = { replay: useChange(api.deadLetterReplay), discard: useChange(api.deadLetterDiscard) }
  const run = async (move: Move, ids: number[]): Promise<boolean> => {
    const count = ids.length
    const question = {
      title: t(($) => $.discard.title, { count }),
      text: t(($) => $.discard.text),
      confirm: t(($) => $.discard.action),
      danger: true,
    }
    if (move === 'discard' && !(await confirm(question))) return false
    try {
      await calls[move].mutateAsync({ body: { ids } })
      notify.success(t(($) => $[move].done, { count }))
      return true
    } catch (error) {
      notify.failed(errorText(error))
      return false
    }
  }
  return { run, busy: calls.replay.isPending || calls.discard.isPending }
}

/** What can be done with one frame, at the end of its row. */
export function RowFrameActions({ letter, onShow }: { letter: DeadLetter; onShow: (id: number) => void }) {
  const t = useMessages('operations')
  const missing = useMissingPermission('ops:maintain')
  const { run } = useFrameMoves()
  const { dead_letter_id: id, mac } = letter
  const offered = missing === undefined ? {} : { disabledReason: missing }
  return (
    <RowActions
      label={t(($) => $.actions_of, { mac })}
      items={[
        { key: 'show', label: t(($) => $.show), onSelect: () => onShow(id) },
        { key: 'replay', label: t(($) => $.replay.action), ...offered, onSelect: () => void run('replay', [id]) },
        {
          key: 'discard',
          label: t(($) => $.discard.action),
          danger: true,
          ...offered,
          onSelect: () => void run('discard', [id]),
        },
      ]}
    />
  )
}

/** What can be done with those that are ticked. */
export function SelectedFrameActions({ selection, onDone }: { selection: Selection<DeadLetter>; onDone: () => void }) {
  const t = useMessages('operations')
  const missing = useMissingPermission('ops:maintain')
  const { run, busy } = useFrameMoves()
  const ids = selection.kind === 'some' ? [...selection.rows.values()].map((row) => row.dead_letter_id) : []
  const max = LIMITS.dead_letters_selected_max
  const reason = missing ?? (selection.kind === 'all' || ids.length > max ? t(($) => $.over_max, { max }) : undefined)
  return (['replay', 'discard'] as const).map((move) => (
    <Button
      key={move}
      kind="text"
      size="small"
      busy={busy}
      disabledReason={reason}
      onClick={() => void run(move, ids).then((done) => done && onDone())}
    >
      {t(($) => $[move].action)}
    </Button>
  ))
}

/** The same below an opened frame. */
export function FrameButtons({ id, onDone }: { id: number; onDone: () => void }) {
  const t = useMessages('operations')
  const missing = useMissingPermission('ops:maintain')
  const { run, busy } = useFrameMoves()
  return (['discard', 'replay'] as const).map((move) => (
    <Button
      key={move}
      kind={move === 'replay' ? 'primary' : 'danger'}
      busy={busy}
      disabledReason={missing}
      onClick={() => void run(move, [id]).then((done) => done && onDone())}
    >
      {t(($) => $[move].action)}
    </Button>
  ))
}

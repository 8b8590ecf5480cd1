import { api } from '@heatfleet/contract/api.ts'
import { UNKNOWN_MODULE_MOVES, type UnknownModule } from '@heatfleet/contract/first-contact/unknown-modules.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import type { Selection } from '../../ui/data-table-selection.ts'
import { useConfirm } from '../../ui/dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { RowActions } from '../../ui/row-actions.tsx'

/** What can be decided without another question. */
const DECISIONS = ['reject', 'ban', 'forget'] as const
type Decision = (typeof DECISIONS)[number]
type Move = keyof typeof UNKNOWN_MODULE_MOVES

const isAllowed = (move: Move, { state }: UnknownModule): boolean =>
  UNKNOWN_MODULE_MOVES[move].some((from: UnknownModule['state']) => from === state)

/** Rejects, bans, or takes that back. Resolves to false where it was refused or not confirmed. */
const useDecide = () => {
  const t = useMessages('first-contact')
  const notify = useNotify()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const calls = {
    reject: useChange(api.rejectUnknownModules),
    ban: useChange(api.banUnknownModules),
    forget: useChange(api.forgetUnknownModules),
  }
  const decide = async (decision: Decision, macs: string[]): Promise<boolean> => {
    const count = macs.length
    const question = {
      title: t(($) => $.ban.title, { count }),
      text: t(($) => $.ban.text),
      confirm: t(($) => $.ban.action),
      danger: true,
    }
    if (decision === 'ban' && !(await confirm(question))) return false
    try {
      await calls[decision].mutateAsync({ body: { macs } })
      notify.success(t(($) => $[decision].done, { count }))
      return true
    } catch (error) {
      notify.failed(errorText(error))
      return false
    }
  }
  return { decide, busy: DECISIONS.some((decision) => calls[decision].isPending) }
}

/** Decisions about one module, at the end of its row. */
export function RowDecisions({ module, onApprove }: { module: UnknownModule; onApprove: (macs: string[]) => void }) {
  const t = useMessages('first-contact')
  const missing_permission = useMissingPermission('device-import:create')
  const { decide } = useDecide()
  const { mac } = module
  const offered = missing_permission === undefined ? {} : { disabledReason: missing_permission }
  return (
    <RowActions
      label={t(($) => $.actions_of, { mac })}
      items={[
        { key: 'approve', label: t(($) => $.approve.action), ...offered, onSelect: () => onApprove([mac]) },
        ...DECISIONS.filter((decision) => isAllowed(decision, module)).map((decision) => ({
          key: decision,
          label: t(($) => $[decision].action),
          danger: decision === 'ban',
          ...offered,
          onSelect: () => void decide(decision, [mac]),
        })),
      ]}
    />
  )
}

/** Decisions about those that are ticked. */
export function SelectedDecisions(props: {
  selection: Selection<UnknownModule>
  onApprove: (macs: string[]) => void
  onDone: () => void
}) {
  const { selection, onApprove, onDone } = props
  const t = useMessages('first-contact')
  const missing_permission = useMissingPermission('device-import:create')
  const { decide, busy } = useDecide()
  const modules = selection.kind === 'some' ? [...selection.rows.values()] : []
  const max = LIMITS.unknown_modules_selected_max
  const reason =
    missing_permission ?? (selection.kind === 'all' || modules.length > max ? t(($) => $.over_max, { max }) : undefined)
  const macsFor = (move: Move) => modules.filter((module) => isAllowed(move, module)).map(({ mac }) => mac)
  const button = (move: Move, act: (macs: string[]) => void) => {
    const macs = macsFor(move)
    return (
      <Button key={move} kind="text" size="small" busy={busy} disabledReason={reason} onClick={() => act(macs)}>
        {t(($) => $[move].action)}
      </Button>
    )
  }
  return (
    <>
      {button('approve', onApprove)}
      {DECISIONS.filter((decision) => reason !== undefined || macsFor(decision).length > 0).map((decision) =>
        button(decision, (macs) => void decide(decision, macs).then((done) => done && onDone())),
      )}
    </>
  )
}

import { api } from '@heatfleet/contract/api.ts'
import type { Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { type ReactNode, useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useSession } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { SelectField } from '../../ui/field.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Loading } from '../../ui/states.tsx'
import { parentChoices } from './agent-nodes.ts'
import css from './distributors.module.css'
import { useAgentTree } from './use-agent-tree.ts'

type Preview = ResultOf<typeof api.agentMovePreview>
/** The choice "nobody above". */
const TOP = 0

/** Chooses another higher distributor, shows what that changes, and asks for the name before it is done. */
export const MoveDialog = ({ distributor, onClose }: { distributor: Distributor; onClose: () => void }) => {
  const t = useMessages('distributors')
  const errorText = useErrorText()
  const [chosen, setChosen] = useState<number>()
  const [accepted, setAccepted] = useState<Preview | null>(null)
  const choices = useTargets(distributor)
  const parent_id = chosen === TOP ? null : (chosen ?? null)
  const params = { id: distributor.agent_id }
  const preview = useRead(
    api.agentMovePreview,
    { params, body: { parent_id } },
    { enabled: chosen !== undefined && accepted === null, staleTime: 0 },
  )
  const target = choices.find(({ value }) => value === chosen)?.label ?? ''
  if (accepted !== null)
    return (
      <Confirm distributor={distributor} parent_id={parent_id} target={target} preview={accepted} onClose={onClose} />
    )
  const ready = chosen === undefined ? undefined : preview.data
  return (
    <Dialog
      open
      title={t(($) => $.move.title, { name: distributor.agent_name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(($) => $.cancel)}</Button>
          <Button
            kind="primary"
            disabledReason={ready === undefined ? t(($) => $.move.choose_first) : undefined}
            onClick={() => setAccepted(ready ?? null)}
          >
            {t(($) => $.move.next)}
          </Button>
        </>
      }
    >
      <div className={css.move}>
        <SelectField
          label={t(($) => $.move.target)}
          hint={t(($) => $.move.rule)}
          value={chosen}
          onChange={setChosen}
          options={choices}
          search
          required
          error={preview.error === null ? undefined : errorText(preview.error).message}
        />
        {chosen !== undefined &&
          preview.error === null &&
          (ready === undefined ? <Loading rows={3} /> : <Effects preview={ready} />)}
      </div>
    </Dialog>
  )
}

/** Distributors of a higher level, outside its own subtree; the manufacturer may also put it at the top. */
const useTargets = ({ agent_id, agent_level, parent_id }: Distributor) => {
  const t = useMessages('distributors')
  const is_manufacturer = useSession((session) => session.user?.agent_id === null)
  const { nodes } = useAgentTree()
  const levels = [1, 2].filter((level) => level < agent_level)
  const others = parentChoices(nodes, levels, agent_id).filter(({ value }) => value !== parent_id)
  const top = { value: TOP, label: t(($) => $.move.top) }
  return is_manufacturer && agent_level > 1 ? [...others, top] : others
}

function Effects({ preview }: { preview: Preview }) {
  const t = useMessages('distributors')
  const named = (list: Preview['loses']): ReactNode =>
    list
      .map(({ agent_name, accounts }) => `${agent_name} (${t(($) => $.move.accounts, { count: accounts })})`)
      .join(', ')
  const withNames = (count: number, names: readonly string[]) =>
    names.length === 0 ? count : `${count}: ${names.join(', ')}${count > names.length ? ' …' : ''}`
  const facts: Fact[] = [
    { label: t(($) => $.move.devices), value: preview.devices },
    {
      label: t(($) => $.columns.agent_level),
      value:
        preview.level_before === preview.level_after
          ? t(($) => $.move.level_stays)
          : `${t(($) => $.levels[preview.level_before])} → ${t(($) => $.levels[preview.level_after])}`,
    },
    { label: t(($) => $.move.subs), value: withNames(preview.sub_distributors, preview.sub_names), wide: true },
    { label: t(($) => $.move.own_accounts), value: withNames(preview.accounts, preview.account_names), wide: true },
    { label: t(($) => $.move.loses), value: named(preview.loses), wide: true },
    { label: t(($) => $.move.gains), value: named(preview.gains), wide: true },
  ]
  return <Facts items={facts} least_px={160} />
}

function Confirm(props: {
  distributor: Distributor
  parent_id: number | null
  target: string
  preview: Preview
  onClose: () => void
}) {
  const { distributor, parent_id, target, preview, onClose } = props
  const t = useMessages('distributors')
  const notify = useNotify()
  const move = useChange(api.moveAgent)
  const { agent_id, agent_name: name } = distributor
  return (
    <TypedConfirm
      danger
      title={t(($) => $.move.title, { name })}
      text={
        <>
          <p className={css.sentence}>{t(($) => $.move.sentence, { name, target, count: preview.devices })}</p>
          <Effects preview={preview} />
        </>
      }
      confirm={t(($) => $.move.confirm)}
      expected={name}
      onClose={onClose}
      onConfirm={async () => {
        await move.mutateAsync({ params: { id: agent_id }, body: { parent_id, updated_at: preview.updated_at } })
        notify.success(t(($) => $.move.done, { name, target }))
      }}
    />
  )
}

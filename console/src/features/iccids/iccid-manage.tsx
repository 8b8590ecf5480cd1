import { api } from '@heatfleet/contract/api.ts'
import type { IccidCard } from '@heatfleet/contract/iccids/card.ts'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { CardDrawer } from './card-drawer.tsx'
import { CardForm, EndDialog, LinkDialog, SuspendDialog } from './card-forms.tsx'
import { type CardAction, CardActionsContext } from './card-menu.tsx'
import { Figures, useFigures } from './figures.tsx'
import { ImportCards } from './import-cards.tsx'
import { iccids } from './list.tsx'
import { RemindersDialog } from './reminders-dialog.tsx'
import { SelectionActions } from './selection-actions.tsx'

type Opened = { action: CardAction; card: IccidCard } | 'add' | 'import' | 'reminders' | null

/** SIM cards (product 3.14): figures, list, and the drawer of one card. */
export function Component() {
  const t = useMessages('iccids')
  const [query, setQuery] = useSearchParams()
  const [opened, setOpened] = useState<Opened>(null)
  const figures = useFigures()
  const list = useList(iccids, undefined)
  const { selection, total, request } = list
  const show = (card_id: number | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (card_id === null) after.delete('card')
      else after.set('card', String(card_id))
      return after
    })
  const has_carrier = figures.data?.carrier ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` only sets the address
  const actions = useMemo(
    () => ({
      has_carrier,
      start: (action: CardAction | 'open', card: IccidCard) =>
        action === 'open' ? show(card.card_id) : setOpened({ action, card }),
    }),
    [has_carrier],
  )
  const card_id = Number(query.get('card'))
  const close = () => setOpened(null)
  return (
    <CardActionsContext value={actions}>
      <Page
        fill
        title={t(($) => $.title)}
        actions={
          <>
            <ListViews of={list} />
            <Actions has_carrier={has_carrier} onOpen={setOpened} />
          </>
        }
      >
        <Figures figures={figures.data} failed={figures.isError} />
        <ListFilters of={list} />
        <ListTable
          of={list}
          onOpen={(card) => show(card.card_id)}
          selectionTools={<SelectionActions selection={selection} total={total} request={request} />}
        />
      </Page>
      {card_id > 0 && <CardDrawer key={card_id} card_id={card_id} onClose={() => show(null)} />}
      {opened === 'add' && <CardForm card={null} onClose={close} />}
      {opened === 'import' && <ImportCards onClose={close} />}
      {opened === 'reminders' && <RemindersDialog onClose={close} />}
      {opened !== null && typeof opened === 'object' && <CardDialogs {...opened} onClose={close} />}
    </CardActionsContext>
  )
}

/** What is done beside the single card. */
function Actions({ has_carrier, onOpen }: { has_carrier: boolean; onOpen: (what: Opened) => void }) {
  const t = useMessages('iccids')
  const notify = useNotify()
  const sync = useChange(api.iccidSync)
  const missing_permission = { edit: useMissingPermission('iccid:edit'), import: useMissingPermission('iccid:import') }
  const onSync = async () => {
    await sync.mutateAsync({})
    notify.success(t(($) => $.sync_started))
  }
  return (
    <>
      {has_carrier && (
        <Button busy={sync.isPending} disabledReason={missing_permission.edit} onClick={() => void onSync()}>
          {t(($) => $.sync)}
        </Button>
      )}
      <Button onClick={() => onOpen('reminders')}>{t(($) => $.reminders.action)}</Button>
      <Button disabledReason={missing_permission.import} onClick={() => onOpen('add')}>
        {t(($) => $.add.action)}
      </Button>
      <Button
        kind="primary"
        icon={PlusIcon}
        disabledReason={missing_permission.import}
        onClick={() => onOpen('import')}
      >
        {t(($) => $.import.action)}
      </Button>
    </>
  )
}

function CardDialogs({ action, card, onClose }: { action: CardAction; card: IccidCard; onClose: () => void }) {
  const t = useMessages('iccids')
  const notify = useNotify()
  const renew = useChange(api.iccidRenew)
  switch (action) {
    case 'edit':
      return <CardForm card={card} onClose={onClose} />
    case 'link':
      return <LinkDialog card={card} onClose={onClose} />
    case 'renew':
      return (
        <EndDialog
          of="renew"
          count={1}
          onEnd={async (expiration_time) => {
            await renew.mutateAsync({ params: { id: card.card_id }, body: { expiration_time } })
            notify.success(t(($) => $.renew.done))
          }}
          onClose={onClose}
        />
      )
    default:
      return <SuspendDialog action={action} card={card} onClose={onClose} />
  }
}

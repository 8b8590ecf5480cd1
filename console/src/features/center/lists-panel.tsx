import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import {
  LIST_NAMES,
  type ListLayout,
  type ListName,
  type ListView,
} from '@heatfleet/contract/list-preferences/list-preferences.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { LIST_PATHS } from '../../lists/list-paths.ts'
import { useKeepLayout, useOwnLists, useOwnListsRead } from '../../lists/own-lists.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, useConfirm } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import styles from './center.module.css'

/** Saved views and table layouts of the account: open, rename, delete. */
export function ListsPanel() {
  const t = useMessages('center')
  const { layouts, views } = useOwnLists()
  const read = useOwnListsRead()
  const [renaming, setRenaming] = useState<ListView | null>(null)
  return (
    <Panel title={t(($) => $.layout.stored)} note={t(($) => $.layout.stored_note)}>
      {layouts.length + views.length === 0 ? (
        read.data !== undefined ? (
          <p className={styles.quiet}>{t(($) => $.layout.nothing_stored)}</p>
        ) : read.error === null ? (
          <Loading rows={2} />
        ) : (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        )
      ) : (
        <table className={styles.table}>
          <tbody>
            {LIST_NAMES.flatMap((list) => [
              ...views
                .filter((view) => view.list === list)
                .map((view) => <ViewRow key={view.view_id} view={view} onRename={() => setRenaming(view)} />),
              ...layouts
                .filter((one) => one.list === list)
                .map(({ layout }) => <LayoutRow key={list} list={list} layout={layout} />),
            ])}
          </tbody>
        </table>
      )}
      {renaming !== null && <RenameDialog view={renaming} onClose={() => setRenaming(null)} />}
    </Panel>
  )
}

function ViewRow({ view, onRename }: { view: ListView; onRename: () => void }) {
  const t = useMessages('center')
  const notify = useNotify()
  const errorText = useErrorText()
  const confirm = useConfirm()
  const remove = useChange(api.deleteView)
  const { view_id, view_name: name, list, query, layout } = view
  const keepLayout = useKeepLayout(list)
  const path = LIST_PATHS[list]
  const confirmDelete = async () => {
    if (!(await confirm({ title: t(($) => $.layout.delete_question, { name }), danger: true }))) return
    remove.mutate({ params: { id: view_id } }, { onError: (error) => notify.failed(errorText(error)) })
  }
  return (
    <tr>
      <td>
        {path === null ? (
          name
        ) : (
          <Link to={`${path}${path.includes('?') ? '&' : '?'}${query}`} onClick={() => keepLayout(layout)}>
            {name}
          </Link>
        )}{' '}
        <span className={styles.quiet}>{t(($) => $.layout.view_of, { list: t(($) => $.lists[list]) })}</span>
      </td>
      <td className={styles.end}>
        <Button size="small" onClick={onRename} label={t(($) => $.layout.rename_view, { name })}>
          {t(($) => $.layout.rename)}
        </Button>{' '}
        <Button size="small" onClick={() => void confirmDelete()} label={t(($) => $.layout.delete_view, { name })}>
          {t(($) => $.layout.drop)}
        </Button>
      </td>
    </tr>
  )
}

function LayoutRow({ list, layout }: { list: ListName; layout: ListLayout }) {
  const t = useMessages('center')
  const keepLayout = useKeepLayout(list)
  const name = t(($) => $.lists[list])
  return (
    <tr>
      <td>
        {name}{' '}
        <span className={styles.quiet}>
          {t(($) => $.layout.columns, { count: layout.shown.length })} · {t(($) => $.layout.densities[layout.density])}
        </span>
      </td>
      <td className={styles.end}>
        <Button size="small" onClick={() => keepLayout(null)} label={t(($) => $.layout.reset_list, { list: name })}>
          {t(($) => $.layout.reset)}
        </Button>
      </td>
    </tr>
  )
}

function RenameDialog({ view, onClose }: { view: ListView; onClose: () => void }) {
  const t = useMessages('center')
  const ui = useMessages('ui')
  const rename = useChange(api.renameView)
  const [name, setName] = useState(view.view_name)
  const { busy, problem, send } = usePendingRequest()
  const view_name = name.trim()
  const submit = () =>
    send(async () => {
      await rename.mutateAsync({ params: { id: view.view_id }, body: { view_name } })
      onClose()
    })
  return (
    <Dialog
      open
      title={t(($) => $.layout.rename_view, { name: view.view_name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind="primary" busy={busy} disabled={view_name === ''} onClick={submit}>
            {t(($) => $.layout.rename)}
          </Button>
        </>
      }
    >
      <TextField
        label={t(($) => $.layout.view_name)}
        required
        maxLength={LIMITS.view_name_max}
        value={name}
        onChange={setName}
      />
      <Problem problem={problem} />
    </Dialog>
  )
}

import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { FillAction } from '../../lists/fill-action.tsx'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TABS, versions } from './list.tsx'
import { type Opening, VersionDrawer } from './version-drawer.tsx'
import { VersionForm } from './version-form.tsx'
import { VersionShares } from './version-shares.tsx'

/** Versions of the apps (product 3.34): released versions, rollout and usage. */
export function Component() {
  const t = useMessages('app-versions')
  const missing_permission = useMissingPermission('appversion:edit')
  const [query, setQuery] = useSearchParams()
  /** The version in the form: new, a copy, or a draft. */
  const [form, setForm] = useState<Opening | null>(null)
  const list = useList(versions, { onForm: setForm })
  const opened = query.get('version')
  const close = () =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      after.delete('version')
      return after
    })
  const { address, change } = list
  return (
    <Page
      fill
      title={t(($) => $.title)}
      note={t(($) => $.note)}
      actions={
        <Button
          kind="primary"
          icon={PlusIcon}
          disabledReason={missing_permission}
          onClick={() => setForm({ how: 'new', app_id: address.app_id })}
        >
          {t(($) => $.create)}
        </Button>
      }
    >
      <Tabs
        label={t(($) => $.title)}
        value={address.tab}
        onChange={(tab) => change({ tab })}
        items={TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
      />
      {address.tab === 'versions' ? (
        <>
          <ListFilters of={list}>
            <ListViews of={list} />
          </ListFilters>
          <ListTable
            of={list}
            emptyAction={
              <FillAction
                needs="appversion:edit"
                label={t(($) => $.create)}
                onPress={() => setForm({ how: 'new', app_id: address.app_id })}
              />
            }
          />
        </>
      ) : (
        <VersionShares app_id={address.app_id} onApp={(app_id) => change({ app_id })} />
      )}
      {form === null && opened !== null && <VersionDrawer opened={opened} onForm={setForm} onClose={close} />}
      {form !== null && <VersionForm opening={form} onClose={() => setForm(null)} />}
    </Page>
  )
}
